// Machines known by the parameters of LogGP: what a message costs at both ends, when it arrives,
// and bytes that it carries from memory to memory.
#include "archive/archive.h"
#include "inlet/config.h"
#include "kinds/platform.h"
#include "net/message_switch.h"
#include "ni/cm5/interface.h"
#include "tests/network_numbers.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace inlet::cm5 {
namespace {

constexpr std::uint32_t sending = 170, taking = 90, store_cycles = 3, load_cycles = 2;
constexpr unsigned tag = 4;

class Ram final : public Bus {
  public:
    std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(1 << 18);

    bool read(std::uint32_t address, std::span<std::uint8_t> to) override {
        if (!has(address, to.size())) return false;
        std::copy_n(bytes.begin() + address, to.size(), to.begin());
        return true;
    }
    bool write(std::uint32_t address, std::span<const std::uint8_t> from) override {
        if (!has(address, from.size())) return false;
        std::ranges::copy(from, bytes.begin() + address);
        return true;
    }

  private:
    bool has(std::uint32_t address, std::size_t size) const {
        return address <= bytes.size() && size <= bytes.size() - address;
    }
};

/// A link moves a byte in two cycles.
MultistageConfig links() {
    MultistageConfig numbers = test::multistage_numbers();
    numbers.link_cycles = 2;
    numbers.link_bytes = 1;
    return numbers;
}

/// Two nodes and a network.
class Pair {
  public:
    Pair() {
        for (std::uint32_t n = 0; n < 2; ++n) interfaces.emplace_back(config, n, network, nullptr);
    }
    void to(std::uint64_t cycle) {
        while (now < cycle) {
            network.advance(now++);
            for (std::uint32_t n = 0; n < 2; ++n)
                if (interfaces[n].next(now) <= now) interfaces[n].advance(now, memory[n]);
        }
    }
    Answer access(std::uint32_t node, const Access &access) {
        network.advance(now - 1);
        return interfaces[node].access(now, access);
    }
    Answer load(std::uint32_t node, std::uint32_t offset, std::uint8_t bytes = 4) {
        return access(node, {ni_base + offset, bytes, false, 0, load_cycles});
    }
    Answer store(std::uint32_t node, std::uint32_t offset, std::uint64_t value,
                 std::uint8_t bytes = 4) {
        return access(node, {ni_base + offset, bytes, true, value, store_cycles});
    }
    /// Node 0 sends five words, and returns what the last store cost.
    Answer send() {
        const std::uint32_t first = left_first + (tag << tag_shift) + (5 << length_shift);
        store(0, first, std::uint64_t{1} << 32 | 7, 8);
        store(0, left + cm5::send, 8, 8);
        return store(0, left + cm5::send, 9, 8);
    }
    void block(std::uint32_t from, std::uint32_t to, std::uint32_t bytes) {
        EXPECT_EQ(store(0, block_from, from).kind, Answer::Kind::done);
        EXPECT_EQ(store(0, block_to, to).kind, Answer::Kind::done);
        EXPECT_EQ(store(0, block_bytes, bytes).kind, Answer::Kind::done);
    }
    bool arrived() { return load(1, left + status).value & status_word::rec_ok; }
    /// Cycles from the end of the send until the message is seen.
    std::uint64_t flight(std::uint64_t sent) {
        while (!arrived()) to(now + 1);
        return now - sent;
    }

    Config config{.nodes = 2,
                  .load_wait = 0,
                  .store_wait = 0,
                  .store_drain = 0,
                  .send = sending,
                  .receive = taking,
                  .blocks = true};
    net::MessageSwitch network{links(), 2};
    std::deque<Interface> interfaces;
    Ram memory[2];
    std::uint64_t now = 1;
};

constexpr std::uint64_t five_words =
    4 + 3 * 8 + 5 + 2 * (net::MessageSwitchModel::header + 4 * 5); // of multistage_numbers()

TEST(Loggp, AMessageCostsBothEndsAndTakesTheLatency) {
    Pair pair;
    const Answer sent = pair.send();
    EXPECT_EQ(sent.cycles, sending);
    EXPECT_EQ(pair.flight(pair.now + store_cycles + sending), five_words);
    EXPECT_EQ(pair.load(1, left + status).cycles, 0u);
    EXPECT_EQ(pair.load(1, left + receive).cycles, taking); // begins to take it
    EXPECT_EQ(pair.load(1, left + receive, 8).cycles, 0u);
    EXPECT_EQ(pair.load(1, left + receive, 8).cycles, 0u);
    EXPECT_FALSE(pair.arrived());
}

TEST(Loggp, BytesAreInMemoryWhenTheMessageIsSeen) {
    Pair pair;
    for (unsigned i = 0; i < 3000; ++i)
        pair.memory[0].bytes[501 + i] = static_cast<std::uint8_t>(i * 7 + 1);
    pair.block(501, 10003, 3000);
    const Answer sent = pair.send();
    EXPECT_EQ(sent.cycles, sending);
    const std::uint64_t enters = pair.now + store_cycles + sending;
    // Until then there is no room; then the program may change them.
    EXPECT_FALSE(pair.load(0, left + status).value & status_word::send_space);
    pair.to(enters);
    EXPECT_TRUE(pair.load(0, left + status).value & status_word::send_space);
    std::fill_n(pair.memory[0].bytes.begin(), 5000, std::uint8_t{0});
    // They enter a cycle later; address and bytes hold the link behind the words.
    EXPECT_EQ(pair.flight(enters), 1 + five_words + 2 * (4 + 3000));
    for (unsigned i = 0; i < 3000; ++i)
        ASSERT_EQ(pair.memory[1].bytes[10003 + i], static_cast<std::uint8_t>(i * 7 + 1)) << i;
    EXPECT_EQ(pair.memory[1].bytes[10002], 0);
    EXPECT_EQ(pair.memory[1].bytes[13003], 0);
    // The next message carries nothing.
    for (const std::uint8_t bytes : {4, 8, 8}) pair.load(1, left + receive, bytes);
    pair.send();
    EXPECT_EQ(pair.flight(pair.now + store_cycles + sending), five_words);
}

TEST(Loggp, ASnapshotHasTheBytesUnderWay) {
    for (const bool entered : {false, true}) {
        Pair pair, copy;
        std::fill_n(pair.memory[0].bytes.begin() + 100, 64, std::uint8_t{5});
        pair.block(100, 200, 64);
        pair.send();
        pair.to(entered ? 300 : 100);
        Archive save;
        pair.network.archive(save);
        for (Interface &interface : pair.interfaces) interface.archive(save);
        const std::vector<std::uint8_t> state = save.take();
        Archive load{state};
        copy.network.archive(load);
        for (Interface &interface : copy.interfaces) interface.archive(load);
        load.finish();
        copy.now = pair.now;
        copy.memory[0] = pair.memory[0];
        EXPECT_EQ(copy.flight(0), pair.flight(0));
        EXPECT_EQ(copy.memory[1].bytes, pair.memory[1].bytes);
        EXPECT_EQ(copy.memory[1].bytes[263], 5);
    }
}

TEST(Loggp, BytesOutsideOfMemoryAreAFault) {
    const auto error = [](const Answer &answer) {
        EXPECT_EQ(answer.kind, Answer::Kind::fault);
        return static_cast<Error>(answer.value);
    };
    Pair pair;
    EXPECT_EQ(error(pair.store(0, block_bytes, NI_BLOCK_MOST + 1)), Error::block);
    pair.block(1 << 20, 0, 16); // where the sender has none
    pair.send();
    pair.to(1000);
    EXPECT_EQ(error(pair.load(0, left + status)), Error::memory);
    Pair there;
    there.block(0, (1 << 18) - 8, 16);
    there.send();
    there.to(1000);
    EXPECT_EQ(error(there.load(1, left + status)), Error::memory);
    // A CM-5 has no such registers.
    Pair cm5;
    cm5.config.blocks = false;
    for (const Register name : {block_from, block_to, block_bytes})
        EXPECT_EQ(error(cm5.store(0, name, 0)), Error::no_register);
}

/// The latency is that of a message of five words, whatever the rate; less than these take is an
/// error.
TEST(Loggp, TheMachineFilesLatencyIsThatOfFiveWords) {
    for (const char *name : {"cs2", "unet"}) {
        const MachineConfig config = MachineConfig::load(name).with({{"network.latency", "1234"}});
        const auto platform = Platform::make(config, 8, 0);
        net::Packet packet;
        packet.destination = 7;
        packet.number = 1;
        packet.words = 5;
        net::Network &network = platform->network();
        network.inject(1, packet);
        network.advance(5000);
        ASSERT_TRUE(network.front(7, 0));
        EXPECT_EQ(network.front(7, 0)->cycle, 1 + 1234u);
        EXPECT_THROW(Platform::make(config.with({{"network.latency", "20"}}), 8, 0), UserError);
    }
}

} // namespace
} // namespace inlet::cm5
