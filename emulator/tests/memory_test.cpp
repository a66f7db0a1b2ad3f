// A node's memory: pages that are shared until written, and undo.
#include "archive/archive.h"
#include "memory/memory.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace inlet::test {
namespace {

constexpr std::uint32_t bytes = 16 * page_bytes + first_mapped;

/// With pages in a Reservation and without.
class MemoryTest : public testing::TestWithParam<bool> {
  protected:
    MemoryTest() : shared_(bytes) {
        const std::array<std::uint8_t, 8> loaded = {1, 2, 3, 4, 5, 6, 7, 8};
        shared_.add(first_mapped + page_bytes - 4, loaded, false);
    }
    static std::uint32_t read(const Memory &memory, std::uint32_t address) {
        return from_guest<std::uint32_t>(memory.read<std::uint32_t>(address));
    }
    static void write(Memory &memory, std::uint32_t address, std::uint32_t value) {
        to_guest(memory.write<std::uint32_t>(address), value);
    }

    SharedPages shared_;
};

TEST_P(MemoryTest, NodesDoNotSeeEachOthersStores) {
    Memory a(shared_, GetParam()), b(shared_, GetParam());
    write(a, first_mapped + page_bytes, 9);
    EXPECT_EQ(read(a, first_mapped + page_bytes), 9u);
    EXPECT_EQ(read(b, first_mapped + page_bytes), 0x05060708u);
    EXPECT_EQ(read(b, first_mapped + page_bytes - 4), 0x01020304u);
}

TEST_P(MemoryTest, UndoAndKeepAgainstAPlainArray) {
    Memory memory(shared_, GetParam());
    const auto byte = [&](std::uint32_t i) { return *memory.read<std::uint8_t>(first_mapped + i); };
    std::vector<std::uint8_t> plain(bytes - first_mapped);
    for (std::uint32_t i = 0; i < plain.size(); ++i) plain[i] = byte(i);
    std::mt19937 random(7);
    const auto store = [&](auto value, std::uint32_t at) { // of any alignment, within a page
        at = std::min(at, (at | (page_bytes - 1)) + 1 - std::uint32_t{sizeof value});
        std::memcpy(memory.write<decltype(value)>(first_mapped + at), &value, sizeof value);
        std::memcpy(&plain[at], &value, sizeof value);
    };
    for (int turn = 0; turn < 2000; ++turn) {
        const std::vector<std::uint8_t> before = plain;
        const unsigned end = random() % 3; // 0: undone, 1: kept, 2: never started
        if (end < 2) memory.begin(random() % 2);
        for (unsigned stores = random() % 20; stores > 0; --stores) {
            const std::uint64_t value = std::uint64_t{random()} << 32 | random();
            // Some at the ends of pages, and some at the same addresses.
            const auto at = static_cast<std::uint32_t>(random() % plain.size());
            const std::uint32_t near = random() % 3 ? at : at | (page_bytes - 1 - random() % 12);
            switch (random() % 3) {
            case 0: store(static_cast<std::uint8_t>(value), near); break;
            case 1: store(static_cast<std::uint32_t>(value), near); break;
            default: store(value, near);
            }
        }
        if (end == 0) {
            memory.undo();
            plain = before;
        }
        if (end == 1) memory.keep();
        for (int reads = 0; reads < 50; ++reads) {
            const auto i = static_cast<std::uint32_t>(random() % plain.size());
            ASSERT_EQ(byte(i), plain[i]) << turn;
        }
    }
    for (std::uint32_t i = 0; i < plain.size(); ++i) ASSERT_EQ(byte(i), plain[i]);
}

/// Whether both kinds of access find no memory.
bool absent(Memory &memory, std::uint32_t page) {
    const std::uint32_t address = page * page_bytes;
    return !memory.read<std::uint32_t>(address) && !memory.write<std::uint32_t>(address);
}

TEST_P(MemoryTest, PagesAreAbsentOrHiddenWhetherOrNotTheyHaveBeenAccessed) {
    constexpr std::uint32_t first = first_mapped / page_bytes, loaded = first + 1,
                            written = first + 2, untouched = first + 3, last = first + 15;
    Memory memory(shared_, GetParam());
    EXPECT_TRUE(absent(memory, first - 1));
    EXPECT_TRUE(absent(memory, last + 1));
    write(memory, written * page_bytes, 7);
    EXPECT_EQ(read(memory, loaded * page_bytes), 0x05060708u);
    for (int turn = 0; turn < 2; ++turn) { // by the second time all pages have been accessed
        memory.hide_but(loaded * page_bytes, (loaded + 1) * page_bytes);
        EXPECT_EQ(read(memory, loaded * page_bytes), 0x05060708u);
        for (const std::uint32_t page : {first, written, untouched, last})
            EXPECT_TRUE(absent(memory, page)) << page;
        memory.show();
        EXPECT_EQ(read(memory, written * page_bytes), 7u);
        for (const std::uint32_t page : {first, untouched, last})
            EXPECT_EQ(read(memory, page * page_bytes), 0u) << page;
    }
    EXPECT_FALSE(memory.written(untouched * page_bytes));
    EXPECT_TRUE(memory.written(loaded * page_bytes));

    memory.unmap(written * page_bytes, last * page_bytes);
    EXPECT_TRUE(absent(memory, written));
    EXPECT_TRUE(absent(memory, untouched));
    EXPECT_FALSE(memory.written(written * page_bytes));
    write(memory, last * page_bytes, 8);

    Archive saved;
    memory.archive(saved);
    const std::vector<std::uint8_t> state = saved.take();
    Memory other(shared_, !GetParam()); // an archive does not say where pages are
    const Memory::Tables tables = other.tables();
    write(other, first * page_bytes, 9);
    Archive ar(state);
    other.archive(ar);
    ar.finish();
    EXPECT_EQ(other.tables().read, tables.read);
    EXPECT_TRUE(absent(other, written));
    EXPECT_EQ(read(other, first * page_bytes), 0u);
    EXPECT_EQ(read(other, loaded * page_bytes), 0x05060708u);
    EXPECT_EQ(read(other, last * page_bytes), 8u);

    other.map(written * page_bytes, last * page_bytes);
    EXPECT_EQ(read(other, written * page_bytes), 0u);
    write(other, written * page_bytes, 10);
    EXPECT_EQ(read(other, written * page_bytes), 10u);
}

/// Memory remembers which pages it has hidden last.
TEST_P(MemoryTest, HidesAfterAnyChangeOfItsPages) {
    constexpr std::uint32_t loaded = first_mapped / page_bytes + 1, written = loaded + 1,
                            more = loaded + 2;
    Memory memory(shared_, GetParam());
    const auto hide_but = [&](std::uint32_t page) {
        memory.hide_but(page * page_bytes, (page + 1) * page_bytes);
    };
    const auto only = [&](std::uint32_t page) {
        hide_but(page);
        for (const std::uint32_t each : {loaded, written, more})
            EXPECT_EQ(absent(memory, each), each != page) << page << ' ' << each;
        memory.show();
    };
    write(memory, written * page_bytes, 7);
    only(loaded);
    write(memory, more * page_bytes, 8); // a page that has not been accessed
    only(loaded);
    only(written); // another range
    only(loaded);

    Archive saved;
    memory.archive(saved);
    const std::vector<std::uint8_t> state = saved.take();
    memory.unmap(written * page_bytes, more * page_bytes);
    EXPECT_TRUE(absent(memory, written));
    only(loaded + 2);
    memory.map(written * page_bytes, more * page_bytes);
    EXPECT_EQ(read(memory, written * page_bytes), 0u);
    only(loaded);
    only(written);

    Archive ar(state);
    memory.archive(ar);
    only(written);
    EXPECT_EQ(read(memory, written * page_bytes), 7u);
    only(loaded);
}

INSTANTIATE_TEST_SUITE_P(All, MemoryTest, testing::Bool(), [](const auto &reserved) {
    return reserved.param ? "Reserved" : "InBuffers";
});

} // namespace
} // namespace inlet::test
