#include "inlet/guest_counts.h"

#include <gtest/gtest.h>
#include <map>
#include <string_view>

namespace inlet {
namespace {

/// Words of a memory with a byte order.
class GuestMemory {
  public:
    explicit GuestMemory(bool little) : little_(little) {}
    void byte(std::uint32_t address, std::uint32_t value) {
        const std::uint32_t at = address % 4, shift = 8 * (little_ ? at : 3 - at);
        words_[address - at] |= value << shift;
    }
    void text(std::uint32_t address, std::string_view text) {
        for (const char c : text) byte(address++, static_cast<unsigned char>(c));
        byte(address, 0);
    }
    void half(std::uint32_t address, std::uint32_t value) {
        byte(address + (little_ ? 0 : 1), value & 0xff);
        byte(address + (little_ ? 1 : 0), value >> 8);
    }
    void words(std::uint32_t address, const std::vector<std::uint32_t> &values) {
        for (const std::uint32_t value : values) {
            words_[address] = value;
            address += 4;
        }
    }
    bool little() const { return little_; }
    bool load(std::uint32_t address, std::uint32_t &word) const {
        const auto it = words_.find(address);
        if (it != words_.end()) word = it->second;
        return it != words_.end();
    }

  private:
    bool little_;
    std::map<std::uint32_t, std::uint32_t> words_;
};

class GuestCounts : public testing::TestWithParam<bool> {
  protected:
    GuestMemory memory{GetParam()};
    NamedCounts counts() {
        NamedCounts counts;
        add_guest_counts(
            0x100, memory.little(), [&](auto at, auto &word) { return memory.load(at, word); },
            counts);
        return counts;
    }
    std::vector<std::string> queues(std::uint32_t nodes) {
        return guest_queues(0x100, memory.little(), nodes,
                            [&](auto at, auto &word) { return memory.load(at, word); });
    }
};

TEST_P(GuestCounts, NamesAreBlanksApartAndCountsOfOneNameAreOne) {
    memory.words(0x100, {0x200, 0x300});
    memory.text(0x200, "half_window_acks - refused");
    memory.words(0x300, {7, 1000, 2});
    NamedCounts all = counts();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].name, "half window acks");
    EXPECT_EQ(all[0].value, 7u);
    EXPECT_EQ(all[1].name, "refused");
    EXPECT_EQ(all[1].value, 2u);
}

TEST_P(GuestCounts, FieldsOfFirmwareByName) {
    const auto state = [&] {
        return guest_state(0x100, memory.little(),
                           [&](auto at, auto &word) { return memory.load(at, word); });
    };
    EXPECT_TRUE(state().empty()); // no words
    memory.words(0x100, {0x200, 0x300});
    memory.text(0x200, "send_credits me");
    memory.words(0x300, {0x1000, 16, 2, 0x2000, 0});
    EXPECT_TRUE(state().empty()); // the last word is not mapped
    memory.words(0x314, {4});
    const GuestFields all = state();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all.at("send credits").at(3), 0x1000u + 3 * 16);
    EXPECT_EQ(all.at("send credits").bytes, 2u);
    EXPECT_EQ(all.at("me").at(0), 0x2000u);
    memory.words(0x314, {3}); // no element has three bytes
    EXPECT_TRUE(state().empty());
}

TEST_P(GuestCounts, DamagedWordsEndThem) {
    EXPECT_TRUE(counts().empty()); // no words
    memory.words(0x100, {0x202, 0x300});
    EXPECT_TRUE(counts().empty()); // no text at a word
    memory.words(0x100, {0x200, 0x300});
    memory.text(0x200, "one two");
    memory.words(0x300, {5}); // the second is not mapped
    EXPECT_EQ(counts().size(), 1u);
    EXPECT_TRUE(guest_queues(0, memory.little(), 4, [](auto, auto &) { return true; }).empty());
}

TEST_P(GuestCounts, QueuesShowWhatSomethingWaitsIn) {
    memory.words(0x100, {0x200, 0x300});
    memory.text(0x200, "free_buffers to_node window_of_node waits_for_a_buffer waits_for_room");
    enum : std::uint32_t { head = 8, of_nodes = 16, flag = 32 };
    memory.words(0x300, {0x400, 0, 4});
    memory.words(0x30c, {0x500, 6, 2 | of_nodes});
    memory.words(0x318, {0x600, 4, 2 | head | of_nodes});
    memory.words(0x324, {0x700, 0, 4 | flag});
    memory.words(0x330, {0x704, 0, 4 | flag});
    memory.words(0x400, {0});
    for (const std::uint32_t address : {0x500, 0x504, 0x508, 0x50c, 0x600, 0x604, 0x608})
        memory.words(address, {0});
    memory.half(0x506, 3); // the second of three
    memory.half(0x600, 0xffff);
    memory.half(0x604, 0);
    memory.half(0x608, 0xffff);
    memory.words(0x700, {0, 1});
    const std::vector<std::string> shown = {"free buffers: 0", "to node 1: 3", "window of node 1",
                                            "waits for room"};
    EXPECT_EQ(queues(3), shown);
    // Before its start, firmware has no nodes.
    GuestMemory early(GetParam());
    early.words(0x100, {0x200, 0x300});
    early.text(0x200, "- to_node");
    early.words(0x300, {0x400, 0, 4 | 64, 0x500, 4, 2 | head | of_nodes, 0});
    early.words(0x400, {0});
    early.words(0x500, {0, 0, 0});
    memory = early;
    EXPECT_TRUE(queues(3).empty());
    memory.words(0x400, {2});
    EXPECT_EQ(queues(3).size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(ByteOrders, GuestCounts, testing::Bool());

} // namespace
} // namespace inlet
