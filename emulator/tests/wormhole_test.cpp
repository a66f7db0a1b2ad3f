// Myrinet's network: routes, times by hand, held paths, storms against a reference that goes tick
// by tick, faults, snapshots, and its contract.
#include "archive/archive.h"
#include "effort.h"
#include "net/contract.h"
#include "net/wormhole.h"
#include "network_checks.h"
#include "reference/wormhole.h"
#include "tests/network_numbers.h"

#include <gtest/gtest.h>
#include <random>

namespace inlet::net {
namespace {

std::vector<std::uint8_t> bytes_of(const SwitchGrid &grid, std::uint32_t from, std::uint32_t to,
                                   std::uint32_t number, std::size_t data) {
    std::vector<std::uint8_t> bytes = grid.route(from, to);
    for (std::size_t i = 0; i < data; ++i)
        bytes.push_back(static_cast<std::uint8_t>(from * 7 + number * 13 + i));
    return bytes;
}

void send(Wormhole &network, std::uint64_t cycle, std::uint32_t from, std::uint32_t number,
          const std::vector<std::uint8_t> &bytes) {
    Packet packet;
    packet.source = from;
    packet.number = number;
    packet.bytes = static_cast<std::uint16_t>(bytes.size());
    network.inject(cycle, packet, bytes);
}

void send(Wormhole &network, std::uint64_t cycle, std::uint32_t from, std::uint32_t to,
          std::uint32_t number, std::size_t data) {
    send(network, cycle, from, number, bytes_of(network.topology(), from, to, number, data));
}

std::uint64_t delivered(const Wormhole &network, std::uint32_t node) {
    const Delivery *delivery = network.front(node);
    return delivery ? delivery->cycle : 0;
}

struct Trains : TrainObserver {
    void train(const TrainEvent &event) override {
        EXPECT_TRUE(all.empty() || all.back().cycle <= event.cycle);
        all.push_back(event);
    }
    std::vector<TrainEvent> all;
};

/// 32 switches of eight ports join 128 nodes (001 1.6.2); every cable has two ends.
TEST(SwitchGrid, CablesAndRoutes) {
    for (const std::uint32_t nodes : {1u, 4u, 5u, 16u, 17u, 64u, 128u}) {
        const SwitchGrid grid(nodes);
        EXPECT_EQ(grid.switches(), nodes <= 4 ? 1 : (nodes + 15) / 16 * 4);
        test::expect_links_lead_back(grid);
        for (std::uint32_t from = 0; from < nodes; ++from)
            for (std::uint32_t to = 0; to < nodes; ++to) {
                std::uint32_t at = grid.neighbour(from, SwitchGrid::port_of(0));
                for (const std::uint8_t byte : grid.route(from, to))
                    at = grid.neighbour(at, SwitchGrid::port_of(byte & 0x7f));
                ASSERT_EQ(at, to);
            }
    }
    EXPECT_EQ(SwitchGrid(128).switches(), 32u);
}

/// Two cables and one switch: 70 ticks. The third word, of two bytes, is a whole one.
TEST(Wormhole, OnePacketByHand) {
    struct Hops : Observer {
        void hop(const HopEvent &event) override { all.push_back(event); }
        std::vector<HopEvent> all;
    } hops;
    Trains trains;
    Wormhole network(test::wormhole_numbers(), 4);
    network.watch(&hops);
    network.watch_trains(&trains);
    network.arm(0, 2);
    send(network, 9, 1, 2, 1, 9); // 1 + 9 bytes: 3 words, from cycle 12 on
    network.advance(29);
    EXPECT_EQ(network.room_at(1), Wormhole::never);
    EXPECT_EQ(network.front(2), nullptr);
    network.advance(30);
    EXPECT_EQ(network.room_at(1), 30u);
    network.advance(1000);
    ASSERT_EQ(delivered(network, 2), 84u + 18); // 12 + 70 = 82, in the next cycle
    const Packet &packet = network.front(2)->packet;
    EXPECT_EQ(packet.destination, 2u);
    const auto payload = network.payload(packet);
    const auto sent = bytes_of(network.topology(), 1, 2, 1, 9);
    EXPECT_TRUE(std::equal(payload.begin(), payload.end(), sent.begin() + 1, sent.end()));
    EXPECT_EQ(trains.all, (std::vector<TrainEvent>{{12, 1, false, true},
                                                   {30, 1, false, false},
                                                   {84, 2, true, true},
                                                   {102, 2, true, false}}));
    ASSERT_EQ(hops.all.size(), 3u);
    EXPECT_EQ(hops.all[0].cycle, 12u);
    EXPECT_EQ(hops.all[0].end, 78u); // its head has left the switch
    EXPECT_EQ(hops.all[1].cycle, 77u);
    EXPECT_EQ(hops.all[1].arrives, 82u);
    EXPECT_TRUE(hops.all[2].is_last());
    EXPECT_EQ(hops.all[2].arrives, 102u);
    network.take(1000, 2);
    EXPECT_EQ(network.in_flight(), 0u);
    EXPECT_TRUE(network.still());
}

/// Table 2.1 of 001, row 7: a word in 30 ns, 127 Mbyte/s; 8 KB in 2048 cycles behind the latency.
TEST(Wormhole, TheMemorySetsThePace) {
    Wormhole network(test::wormhole_numbers(), 2);
    network.arm(0, 1);
    send(network, 5, 0, 1, 1, 8191);
    network.advance(20000);
    EXPECT_EQ(delivered(network, 1), 78u + 2048 * 6); // 6 + 70 = 76, in the next cycle
}

/// A head without receive DMA: its two links store 32 words, then the source stops. 76 + 1 ticks
/// after arm() the signal that the head moves arrives at the source, which sends the next word.
TEST(Wormhole, TheSlackStopsTheSource) {
    Trains trains;
    Wormhole network(test::wormhole_numbers(), 2);
    network.watch_trains(&trains);
    send(network, 5, 0, 1, 1, 255);
    network.advance(10000);
    EXPECT_EQ(network.waits_since(1), 76u);
    EXPECT_TRUE(network.still());
    network.arm(10000, 1);
    network.advance(20000);
    // 10001 + 70 = 10071, next cycle 10074. The 32 words flow from 10002 to 10194; the next are
    // there from 10074 + 70 = 10144 on, so there is no pause.
    EXPECT_EQ(trains.all, (std::vector<TrainEvent>{{6, 0, false, true},
                                                   {6 + 32 * 6, 0, false, false},
                                                   {10002, 1, true, true},
                                                   {10074, 0, false, true},
                                                   {10074 + 32 * 6, 0, false, false},
                                                   {10002 + 64 * 6, 1, true, false}}));
}

/// One DMA engine at a time: a node that receives does not send, and goes on afterwards.
TEST(Wormhole, ReceivingStopsSending) {
    for (const bool one_engine : {true, false}) {
        WormholeConfig config = test::wormhole_numbers();
        config.one_engine = one_engine;
        Wormhole network(config, 3);
        network.arm(0, 0);
        network.arm(0, 2);
        send(network, 5, 1, 0, 1, 399); // 100 words reach node 0 in [78, 678)
        send(network, 5, 0, 2, 1, 399); // 12 words in [6, 78), 88 from 678 on
        network.advance(5000);
        EXPECT_EQ(delivered(network, 0), 678u);
        EXPECT_EQ(delivered(network, 2), one_engine ? 750u + 88 * 6 : 78u + 600);
    }
}

/// A long packet that waits for a link holds the one behind it; a packet that fits in the last
/// link's store holds nothing else.
TEST(Wormhole, PathsAreHeld) {
    for (const std::size_t data : {400u, 40u}) {
        Wormhole network(test::wormhole_numbers(), 8);
        network.arm(0, 1);
        send(network, 5, 4, 0, 1, data); // switch 1, switch 0, node 0, which is not armed
        network.advance(5000);
        send(network, 5001, 5, 1, 1, 8); // the same link between the switches
        network.advance(10000);
        EXPECT_EQ(delivered(network, 1) != 0, data == 40);
        network.arm(10000, 0);
        network.advance(20000);
        EXPECT_NE(delivered(network, 0), 0u);
        EXPECT_NE(delivered(network, 1), 0u);
    }
}

/// Four packets round the four switches, by routes that turn the wrong way: each waits for the link
/// of the next. After 50 ms all four are killed at once, and the network works again.
TEST(Wormhole, ABlockedCircleIsKilled) {
    Wormhole network(test::wormhole_numbers(), 16);
    const auto ring = [](std::uint8_t a, std::uint8_t b) {
        std::vector<std::uint8_t> bytes = {a, b, 0x81};
        bytes.resize(1024);
        return bytes;
    };
    constexpr std::uint8_t x = 0x84, y = 0x85;
    send(network, 5, 0, 1, ring(x, y));  // switches 0 1 3
    send(network, 5, 4, 1, ring(y, x));  // 1 3 2
    send(network, 5, 12, 1, ring(x, y)); // 3 2 0
    send(network, 5, 8, 1, ring(y, x));  // 2 0 1
    network.advance(9'000'000);
    EXPECT_EQ(network.lost(Wormhole::Loss::killed), 0u);
    EXPECT_EQ(network.standing().size(), 4u);
    EXPECT_FALSE(network.still());
    network.advance(11'000'000);
    EXPECT_EQ(network.lost(Wormhole::Loss::killed), 4u);
    EXPECT_EQ(network.in_flight(), 0u);
    EXPECT_TRUE(network.still());
    EXPECT_TRUE(network.standing().empty());
    network.arm(11'000'000, 13);
    send(network, 11'000'001, 0, 13, 2, 100);
    network.advance(12'000'000);
    EXPECT_NE(delivered(network, 13), 0u);
}

/// A wrong byte reaches another node, a byte too many arrives in front of the data, and a byte too
/// few, or one that names no cable, loses the packet.
TEST(Wormhole, WrongRoutes) {
    Wormhole network(test::wormhole_numbers(), 3);
    for (std::uint32_t node = 0; node < 3; ++node) network.arm(0, node);
    send(network, 5, 0, 1, {0x82, 4, 0x50});
    send(network, 5, 1, 1, {0x80, 0x81, 4, 0x50});
    send(network, 5, 2, 1, {4, 0x50, 1, 2});
    network.advance(1000);
    EXPECT_EQ(network.front(2)->packet.bytes, 2u);
    EXPECT_EQ(network.payload(network.front(0)->packet)[0], 0x81);
    EXPECT_EQ(network.front(1), nullptr);
    EXPECT_EQ(network.lost(Wormhole::Loss::misrouted), 1u);
    send(network, 2000, 2, 2, {0x83, 4, 0x50}); // the fourth port has no node
    network.advance(3000);
    send(network, 4000, 2, 3, {0x88, 4, 0x50}); // there is no ninth
    network.advance(5000);
    EXPECT_EQ(network.lost(Wormhole::Loss::misrouted), 3u);
    EXPECT_EQ(network.room_at(2), 4008u);
    EXPECT_EQ(network.in_flight(), 2u);
}

// --- storms -------------------------------------------------------------------------------------

/// Random traffic through the network and the reference side by side.
class Storm {
  public:
    Storm(const WormholeConfig &config, std::uint32_t nodes, std::uint64_t seed,
          std::uint64_t jitter)
        : config_(config), nodes_(nodes), jitter_(jitter), network_(config, nodes, jitter),
          reference_(config, nodes, jitter), random_(seed), numbers_(nodes, 0),
          runs_(2 * std::size_t{nodes}, 0) {}

    /// Injects until `traffic`, then waits for what is on its way. Nodes whose number is below
    /// `deaf` take nothing before.
    void run(std::uint64_t traffic, std::uint64_t end, std::uint32_t deaf) {
        for (std::uint64_t now = 0; now < end && !testing::Test::HasFailure(); ++now) {
            if (now == traffic / 2) reload();
            const std::uint64_t bound = network_.next_delivery();
            const std::size_t before = trains_.all.size();
            network_.watch_trains(&trains_);
            network_.advance(now);
            reference_.step(now);
            for (std::size_t i = before; i < trains_.all.size(); ++i) {
                const TrainEvent &event = trains_.all[i];
                ASSERT_EQ(event.cycle, now);
                runs_[2 * event.node + event.receives] = event.runs;
            }
            for (std::uint32_t node = 0; node < nodes_; ++node) {
                compare(now, bound, node);
                act(now, node, now < traffic, now >= traffic || node >= deaf);
            }
        }
        EXPECT_EQ(network_.in_flight(), 0u);
        EXPECT_TRUE(network_.still());
        EXPECT_EQ(taken_ + lost(), injected_);
        EXPECT_EQ(lost(), reference_.swallowed);
    }
    std::uint64_t lost() const {
        return network_.lost(Wormhole::Loss::killed) + network_.lost(Wormhole::Loss::misrouted) +
               network_.lost(Wormhole::Loss::fault);
    }
    const Wormhole &network() const { return network_; }
    std::uint64_t taken() const { return taken_; }

  private:
    void compare(std::uint64_t now, std::uint64_t bound, std::uint32_t node) {
        const reference::Wormhole::Message *there = nullptr;
        for (const auto &m : reference_.messages)
            if (m.delivered <= now && m.at == node && !m.bytes.empty()) there = &m;
        const std::uint64_t cycle = delivered(network_, node);
        ASSERT_EQ(cycle != 0 && cycle <= now, there != nullptr) << node << " at " << now;
        if (there) {
            ASSERT_EQ(cycle, there->delivered);
            const Packet &packet = network_.front(node)->packet;
            ASSERT_EQ(packet.source, there->packet.source);
            ASSERT_EQ(packet.number, there->packet.number);
            const auto got = network_.payload(packet);
            ASSERT_TRUE(std::equal(got.rbegin(), got.rend(), there->bytes.rbegin()));
            ASSERT_EQ(got.size() + there->path.size() - 1, there->bytes.size());
        }
        if (cycle == now && cycle) {
            EXPECT_TRUE(known_[node] || bound <= now);
        }
        known_[node] = cycle > now;
        ASSERT_EQ(network_.free_slots(node) != 0, reference_.sending(node) == nullptr) << now;
        if (now % config_.word == 0) {
            ASSERT_EQ(runs_[2 * node], reference_.sends[node]) << node << " at " << now;
            ASSERT_EQ(runs_[2 * node + 1], reference_.receives[node]) << node << " at " << now;
        }
    }

    void act(std::uint64_t now, std::uint32_t node, bool sends, bool takes) {
        if (takes && delivered(network_, node) && delivered(network_, node) <= now &&
            random_() % 32 == 0) {
            const std::uint32_t source = network_.front(node)->packet.source;
            network_.take(now, node);
            ++taken_;
            // What was taken, and is not on any link, leaves the reference.
            for (auto &m : reference_.messages)
                if (m.delivered <= now && m.at == node && m.packet.source == source)
                    m.bytes.clear();
            std::erase_if(reference_.messages, [&](const auto &m) {
                return m.done != Wormhole::never && m.connected != Wormhole::never &&
                       (m.bytes.empty() || m.swallowed) &&
                       std::ranges::all_of(m.path, [&](const auto &l) { return l.end < now; });
            });
        }
        if (!network_.armed(node) && takes && random_() % 16 == 0) {
            network_.arm(now, node);
            reference_.arm(now, node);
        }
        if (sends && network_.room_at(node) <= now && random_() % 64 == 0) {
            Packet packet;
            packet.source = node;
            packet.number = ++numbers_[node];
            const auto to = static_cast<std::uint32_t>(random_() % nodes_);
            const std::size_t data = random_() % 4 ? random_() % 40 : random_() % 600;
            auto bytes = bytes_of(network_.topology(), node, to, packet.number, data);
            if (random_() % 50 == 0) bytes[random_() % bytes.size()] ^= random_() % 8;
            packet.bytes = static_cast<std::uint16_t>(bytes.size());
            network_.inject(now + 1, packet, bytes);
            reference_.inject(now + 1, packet, bytes);
            ++injected_;
        }
    }

    /// The same state in another network.
    void reload() {
        Wormhole other(config_, nodes_, jitter_);
        test::copy_state(network_, other);
        network_ = std::move(other);
    }

    WormholeConfig config_;
    std::uint32_t nodes_;
    std::uint64_t jitter_;
    Wormhole network_;
    reference::Wormhole reference_;
    Trains trains_;
    std::mt19937_64 random_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint8_t> runs_; ///< by node: its send DMA, its receive DMA
    std::map<std::uint32_t, bool> known_;
    std::uint64_t taken_ = 0, injected_ = 0;
};

/// Every delivery, free send DMA and word of a DMA in the cycle in which the reference has it.
TEST(Wormhole, StormsAsTheReference) {
    std::uint64_t seed = 1;
    for (const std::uint32_t nodes : {2u, 4u, 8u, 20u})
        for (const bool one_engine : {true, false})
            for (const std::uint64_t jitter : {0u, 3u}) {
                WormholeConfig config = test::wormhole_numbers();
                config.one_engine = one_engine;
                config.time_limit = 4000;
                config.lost_per_million = jitter ? 20000 : 0;
                Storm storm(config, nodes, ++seed, jitter);
                storm.run(test::tries(20000), 60000, 0);
                EXPECT_GT(storm.taken(), test::tries(20) * nodes);
            }
}

/// Nodes that take nothing: what waits behind them is killed, in both.
TEST(Wormhole, StormsWithDeafNodes) {
    for (const std::uint32_t slack : {16u, 1u, 60u}) {
        WormholeConfig config = test::wormhole_numbers();
        config.time_limit = 1500;
        config.slack_words = slack;
        Storm storm(config, 8, 77 + slack, slack == 60);
        storm.run(20000, 60000, 2);
        EXPECT_GT(storm.network().lost(Wormhole::Loss::killed), 10u) << slack;
    }
}

/// Each of 128 nodes sends two packets to every node on default routes. Packets of a pair stay in
/// order, and the network kills none.
TEST(Wormhole, AnyToAny) {
    constexpr std::uint32_t nodes = 128;
    Wormhole network(test::wormhole_numbers(), nodes);
    std::vector<std::uint32_t> sent(nodes, 0);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> last;
    std::uint32_t got = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) network.arm(0, node);
    std::uint64_t now = 1;
    for (; got < 2 * nodes * nodes && now < 3'000'000; ++now) {
        network.advance(now);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            if (delivered(network, node) && delivered(network, node) <= now) {
                const Packet packet = network.front(node)->packet;
                EXPECT_LT(std::exchange(last[{packet.source, node}], packet.number), packet.number);
                network.take(now, node);
                network.arm(now, node);
                ++got;
            }
            if (sent[node] < 2 * nodes && network.room_at(node) <= now) {
                const std::uint32_t number = ++sent[node];
                send(network, now + 1, node, (node + number) % nodes, number, 60);
            }
        }
        now = std::max(now, std::min(now + 20, network.next_event() - 1));
    }
    EXPECT_EQ(got, 2 * nodes * nodes);
    EXPECT_EQ(network.in_flight(), 0u);
    EXPECT_EQ(network.lost(Wormhole::Loss::killed), 0u);
}

/// Faults are a function of the seed and the packet.
TEST(Wormhole, FaultsBySeed) {
    WormholeConfig config = test::wormhole_numbers();
    config.lost_per_million = config.corrupt_per_million = 250000;
    Wormhole network(config, 2);
    std::uint32_t lost = 0, corrupt = 0;
    std::uint64_t now = 1;
    for (std::uint32_t number = 1; number <= 400; ++number) {
        if (!network.armed(1)) network.arm(now, 1);
        send(network, now + 1, 0, 1, number, 8);
        network.advance(now += 500);
        if (const Delivery *delivery = network.front(1)) {
            EXPECT_EQ(delivery->packet.number, number);
            corrupt += network.corrupt(delivery->packet);
            network.take(now, 1);
        } else {
            ++lost;
        }
    }
    EXPECT_EQ(network.lost(Wormhole::Loss::fault), lost);
    EXPECT_NEAR(lost, 100, 30);
    EXPECT_NEAR(corrupt, 75, 30);
}

TEST(Wormhole, ItsContract) {
    Wormhole network(test::wormhole_numbers(), 2);
    network.arm(0, 1);
    EXPECT_THROW(network.arm(0, 1), ContractBroken);
    send(network, 5, 0, 1, 1, 8);
    EXPECT_THROW(send(network, 6, 0, 1, 2, 8), ContractBroken);
    EXPECT_THROW(network.take(5, 1), ContractBroken);
    network.advance(90);
    ASSERT_GT(delivered(network, 1), 90u); // it is known, and to come
    EXPECT_THROW(network.take(90, 1), ContractBroken);
    EXPECT_THROW(network.arm(90, 1), ContractBroken);
    EXPECT_THROW(network.arm(50, 0), ContractBroken);
    EXPECT_THROW(send(network, 90, 0, 1, 2, 8), ContractBroken);
    network.advance(1000);
    network.take(1000, 1);
    EXPECT_FALSE(network.armed(1));
}

/// Archives that are cut or changed are refused, or load as a network that can go on.
TEST(Wormhole, BrokenArchives) {
    Wormhole network(test::wormhole_numbers(), 8);
    for (std::uint32_t node = 0; node < 8; ++node) {
        if (node % 2) network.arm(0, node);
        send(network, 5, node, (node * 3 + 1) % 8, 1, 200);
    }
    network.advance(400);
    Archive saves;
    network.archive(saves);
    const auto bytes = saves.take();
    for (std::size_t size = 0; size < bytes.size(); size += 7) {
        Wormhole other(test::wormhole_numbers(), 8);
        const std::span<const std::uint8_t> cut(bytes.data(), size);
        Archive loads(cut);
        EXPECT_THROW(other.archive(loads), BadArchive) << size;
    }
    Wormhole smaller(test::wormhole_numbers(), 4);
    Archive loads(bytes);
    EXPECT_THROW(smaller.archive(loads), BadArchive);
}

} // namespace
} // namespace inlet::net
