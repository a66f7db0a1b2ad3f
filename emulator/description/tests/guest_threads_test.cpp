#include "elf_builder.h"
#include "inlet/guest_threads.h"

#include <gtest/gtest.h>
#include <map>

namespace inlet {
namespace {

TEST(GuestThreads, TheTextIsThatOfTheThreadOrOfTheLibraryAboveIt) {
    test::ElfBuilder builder;
    const std::string_view text = "get of %u on %u";
    builder.parts[1].bytes.assign(text.begin(), text.end());
    const Image image = Image::parse(builder.bytes(), "p.elf", 16u << 20);
    std::map<std::uint32_t, std::uint32_t> words = {{0x100, 0x600}};
    const auto thread = [&](std::uint32_t at, const std::vector<std::uint32_t> &is) {
        for (std::uint32_t i = 0; i < is.size(); ++i) words[at + 4 * i] = is[i];
    };
    thread(0x600, {0x200, 2, 2, 0x10008, 0x10014, 0x40000, 0x50000, 0x3ff00, 0, 0, 0, 0x500});
    thread(0x200, {0x300, 1, 3, 0x10000, 0x10010, 0x40000, 0x50000, 0x4ff00, 0, 0, 0x400, 0});
    thread(0x300, {0, 0, 7, 0, 0x10010, 0, 0, 0x60000, 0, 0, 0, 0});
    thread(0x500, {0x200, 0x10010}); // a mutex
    thread(0x400, {0x20000, 0x10014, 5, 6});
    const auto load = [&](std::uint32_t address, std::uint32_t &word) {
        const auto it = words.find(address);
        if (it != words.end()) word = it->second;
        return it != words.end();
    };
    const std::vector<GuestThread> threads = guest_threads(0x100, load);
    ASSERT_EQ(threads.size(), 3u);
    EXPECT_EQ(threads[1].stack_pointer, 0x4ff00u);
    EXPECT_EQ(guest_thread_text(threads[0], image),
              "thread 0 (main) waits for a reply at 0x00010008 (second)");
    EXPECT_EQ(guest_thread_text(threads[1], image),
              "thread 1 (_start) waits for get of 5 on 6 at 0x0001000c (second+0x4)");
    EXPECT_EQ(guest_thread_text(threads[2], image),
              "thread 2 (second) waits for a mutex at 0x0001000c (second+0x4), which thread 1 has "
              "locked at 0x00010008 (second)");
    words[0x400] = 0x30000; // no text
    EXPECT_EQ(guest_thread_text(guest_threads(0x100, load)[1], image),
              "thread 1 (_start) waits for ? at 0x0001000c (second+0x4)");
    words.erase(0x40c); // a damaged structure: the list ends
    EXPECT_EQ(guest_threads(0x100, load).size(), 1u);
}

} // namespace
} // namespace inlet
