// The fat tree of a CM-5's data networks: shape, times, bandwidth, contract, storms.
#include "net/contract.h"
#include "net/fat_tree.h"
#include "tests/network_checks.h"
#include "tests/network_numbers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

namespace inlet::net {
namespace {

constexpr unsigned left = 0, right = 1;

Packet packet(std::uint32_t from, std::uint32_t to, std::uint32_t number, unsigned channel = left,
              std::uint8_t words = 5) {
    Packet p;
    p.source = from;
    p.destination = to;
    p.number = number;
    p.tag = 1;
    p.channel = static_cast<std::uint8_t>(channel);
    p.words = words;
    for (std::uint32_t i = 0; i < words; ++i) p.data[i] = number * 8 + i;
    return p;
}

TEST(FatTree, LinksLeadBackInAnyNumberOfNodes) {
    for (const std::uint32_t nodes : {1u, 2u, 4u, 5u, 16u, 17u, 63u, 64u, 100u, 256u, 1000u, 1024u})
        test::expect_links_lead_back(FatTree(nodes, {2, 2, 4}));
    test::expect_links_lead_back(FatTree(70, {1}));
    test::expect_links_lead_back(FatTree(70, {4}));
}

/// ORNL's pages on the CM-5 (cm5.md 1.3): two parents at the first two levels, four above.
TEST(FatTree, HasTheLinksOfACM5) {
    const FatTree tree(1024, {2, 2, 4});
    ASSERT_EQ(tree.levels(), 5u);
    std::map<std::uint32_t, std::uint32_t> up; // by level
    for (std::uint32_t r = 0; r < tree.routers(); ++r) up[tree.level(r)] += tree.parents(r);
    EXPECT_EQ(up[0], 1024u);
    EXPECT_EQ(up[1], 1024u / 4 * 2);
    EXPECT_EQ(up[2], 1024u / 16 * 4);
    EXPECT_EQ(up[3], 1024u / 64 * 16);
    EXPECT_EQ(up[4], 1024u / 256 * 64);
    EXPECT_EQ(up[5], 0u);
}

/// 000 Table 4-9: 8.3 hops on average between 1024 nodes, which are routers.
TEST(FatTree, TheMeanDistanceIsThePapers) {
    const FatTree tree(1024, {2, 2, 4});
    std::uint64_t routers = 0;
    for (std::uint32_t to = 1; to < 1024; ++to) routers += tree.distance(0, to) - 1;
    EXPECT_NEAR(static_cast<double>(routers) / 1023, 8.34, 0.01);
}

TEST(FatTree, APacketAloneTakesTheTimeOfItsWay) {
    const FatTreeConfig c = test::fat_tree_numbers();
    FatTreeNetwork network(c, 64);
    std::uint64_t now = 0;
    std::uint32_t number = 0;
    for (const std::uint32_t to : {0u, 1u, 5u, 16u, 63u})
        for (std::uint8_t words = 0; words <= 5; ++words, now += 1000) {
            network.inject(now + 1, packet(0, to, ++number, right, words));
            network.advance(now + 900);
            const Delivery *d = network.front(to, right);
            ASSERT_TRUE(d);
            const std::uint64_t routers = network.tree().distance(0, to) - 1;
            const std::uint64_t occupancy = ((8 * words + 8) * 33 + 39) / 40;
            EXPECT_EQ(d->cycle, now + 1 + c.inject_latency + routers * c.hop_latency +
                                    c.eject_latency + occupancy);
            if (words == 0 && routers == 1) {
                EXPECT_EQ(d->cycle, now + 1 + network.min_delivery(false));
            }
            EXPECT_EQ(d->packet.data, packet(0, to, number, right, words).data);
            network.take(now + 900, to, right);
        }
}

/// Every node sends as fast as it can over `network` to a node in another group of `apart` nodes;
/// packets have 5 words. Returns the cycles between two packets of a node.
double cycles_per_packet(std::uint32_t nodes, std::uint32_t apart, std::uint64_t cycles) {
    FatTreeConfig c = test::fat_tree_numbers();
    c.receive_packets = 4;
    FatTreeNetwork network(c, nodes);
    std::minstd_rand random(5);
    std::uint32_t number = 0;
    std::uint64_t taken = 0;
    for (std::uint64_t now = 1; now < cycles; ++now) {
        network.advance(now - 1);
        for (std::uint32_t n = 0; n < nodes; ++n) {
            if (network.free_slots(n, left)) {
                std::uint32_t to = n;
                while (to / apart == n / apart) to = static_cast<std::uint32_t>(random() % nodes);
                network.inject(now, packet(n, to, ++number));
            }
            const Delivery *d = network.front(n, left);
            if (!d || d->cycle > now) continue;
            network.take(now, n, left);
            if (now > cycles / 2) ++taken;
        }
    }
    return static_cast<double>((cycles - cycles / 2) * nodes) / static_cast<double>(taken);
}

/// A link carries a packet of 5 words in 40 cycles. Four nodes share two links to other groups of
/// four, 16 share four (000 Table 4-9: 20, 10, 5 MB/s of the data on the wires). Random traffic
/// achieves less: a waiting packet at the head of a buffer blocks those behind it.
TEST(FatTree, BandwidthFallsWithTheLevel) {
    const double alone = cycles_per_packet(4, 1, 20000);
    EXPECT_GE(alone, 40);
    EXPECT_LE(alone, 80); // a FIFO of one packet, and four that share the paths
    const double of_four = cycles_per_packet(16, 4, 20000);
    EXPECT_GE(of_four, 80);
    EXPECT_LE(of_four, 120);
    const double of_sixteen = cycles_per_packet(64, 16, 20000);
    EXPECT_GE(of_sixteen, 160);
    EXPECT_LE(of_sixteen, 260);
}

/// 000 4.3.2.3: no order, even between a pair. The two networks share nothing.
TEST(FatTree, PacketsOfAPairPassEachOther) {
    FatTreeConfig c = test::fat_tree_numbers();
    c.injection_packets = 4;
    FatTreeNetwork network(c, 64);
    std::minstd_rand random(1);
    std::uint32_t number = 0, others = 0, passed = 0, last = 0, got = 0;
    for (std::uint64_t now = 1; now < 40000; ++now) {
        network.advance(now - 1);
        for (std::uint32_t n = 0; n < 16; ++n)
            if (now < 30000 && network.free_slots(n, left) && (n == 0 || random() % 400 == 0)) {
                const std::uint32_t to =
                    n == 0 ? 63 : 48 + static_cast<std::uint32_t>(random() % 15);
                network.inject(now, packet(n, to, n == 0 ? ++number : ++others));
            }
        for (std::uint32_t n = 48; n < 64; ++n) {
            const Delivery *d = network.front(n, left);
            if (!d || d->cycle > now) continue;
            if (n == 63) {
                ++got;
                passed += d->packet.number < last;
                last = std::max(last, d->packet.number);
            }
            network.take(now, n, left);
        }
    }
    EXPECT_EQ(got, number);
    EXPECT_GT(passed, 10u) << got;
}

TEST(FatTree, AFullNetworkDoesNotHoldTheOther) {
    FatTreeNetwork network(test::fat_tree_numbers(), 16);
    std::uint32_t number = 0;
    for (std::uint64_t now = 1; now < 3000; ++now) { // no receiver takes from the left one
        network.advance(now - 1);
        for (std::uint32_t n = 0; n < 15; ++n)
            if (network.free_slots(n, left)) network.inject(now, packet(n, 15, ++number));
    }
    ASSERT_EQ(network.free_slots(3, left), 0u);
    network.inject(3001, packet(3, 15, ++number, right));
    network.advance(4000);
    const Delivery *d = network.front(15, right);
    ASSERT_TRUE(d);
    EXPECT_EQ(d->cycle, 3001 + network.min_delivery(false) +
                            2 * test::fat_tree_numbers().hop_latency + (8 * 6 * 33 + 39) / 40 - 7);
    EXPECT_FALSE(network.busy());
    EXPECT_FALSE(network.standing().empty());
}

struct Storm {
    std::uint32_t nodes;
    std::vector<std::uint32_t> parents;
    std::uint32_t buffers;
    std::uint64_t jitter;
    std::uint64_t injecting; ///< cycles
};
class FatTreeStorms : public testing::TestWithParam<Storm> {};

/// All inject at random, receivers take at random and sometimes refuse a channel for a long time.
/// Each packet arrives once, complete. The network is saved and loaded in between.
TEST_P(FatTreeStorms, NothingLostOrDuplicated) {
    const Storm &storm = GetParam();
    FatTreeConfig c = test::fat_tree_numbers();
    c.parents = storm.parents;
    c.injection_packets = c.receive_packets = c.router_packets = storm.buffers;
    FatTreeNetwork one(c, storm.nodes, storm.jitter), two(c, storm.nodes, storm.jitter);
    FatTreeNetwork *network = &one;
    std::minstd_rand random(storm.nodes);
    std::set<std::tuple<std::uint32_t, std::uint32_t, unsigned>> due; // number, receiver, channel
    std::uint32_t sent = 0;
    std::vector<std::uint64_t> refuses(2 * storm.nodes);
    std::uint64_t now = 1, taken = 0;
    for (; now < 400000 && (now < storm.injecting || network->in_flight()); ++now) {
        network->advance(now - 1);
        if (now == storm.injecting / 2) { // the other network continues from here
            test::copy_state(*network, two);
            network = &two;
        }
        for (std::uint32_t n = 0; n < storm.nodes; ++n)
            for (const unsigned p : {left, right}) {
                if (now < storm.injecting && random() % 16 == 0 && network->free_slots(n, p)) {
                    const auto to = static_cast<std::uint32_t>(random() % storm.nodes);
                    network->inject(now, packet(n, to, ++sent, p, random() % 6));
                    due.insert({sent, to, p});
                }
                std::uint64_t &until = refuses[2 * n + p];
                if (now < storm.injecting && random() % 512 == 0) until = now + random() % 600;
                const Delivery *d = network->front(n, p);
                if (!d || d->cycle > now || now < until || random() % 3) continue;
                ASSERT_EQ(due.erase({d->packet.number, n, p}), 1u);
                for (std::uint32_t i = 0; i < d->packet.words; ++i)
                    ASSERT_EQ(d->packet.data[i], d->packet.number * 8 + i);
                network->take(now, n, p);
                ++taken;
            }
        ASSERT_EQ(sent, taken + network->in_flight());
    }
    EXPECT_GT(sent, 0u);
    EXPECT_TRUE(due.empty()) << due.size() << " of " << sent << " at " << now;
    EXPECT_TRUE(network->standing().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, FatTreeStorms,
    testing::Values(Storm{1, {2, 2, 4}, 1, 0, 3000}, Storm{2, {2, 2, 4}, 1, 3, 3000},
                    Storm{5, {2, 2, 4}, 1, 0, 3000}, Storm{16, {1}, 1, 0, 3000},
                    Storm{33, {4}, 1, 7, 2000}, Storm{64, {2, 2, 4}, 2, 0, 2000},
                    Storm{100, {2, 2, 4}, 1, 5, 1500}, Storm{256, {2, 2, 4}, 2, 0, 600},
                    Storm{1024, {2, 2, 4}, 2, 0, 300}),
    [](const auto &row) { return "nodes" + std::to_string(row.param.nodes); });

/// The promise to the scheduler: no delivery to any node before next_delivery().
TEST(FatTree, DeliveriesComeNoSoonerThanPromised) {
    FatTreeNetwork network(test::fat_tree_numbers(), 37, 9);
    std::minstd_rand random(3);
    std::vector<std::uint64_t> seen(37); // deliveries
    std::uint32_t number = 0;
    for (std::uint64_t now = 1; now < 20000; ++now) {
        std::vector<std::uint64_t> promised;
        for (std::uint32_t n = 0; n < 37; ++n) promised.push_back(network.next_delivery(n));
        std::vector<std::uint64_t> before;
        const auto place = [&](std::uint32_t n) {
            std::uint32_t count = 0;
            while (network.received(n, left, count)) ++count;
            return count;
        };
        for (std::uint32_t n = 0; n < 37; ++n) before.push_back(place(n));
        network.advance(now);
        for (std::uint32_t n = 0; n < 37; ++n)
            for (std::uint32_t i = static_cast<std::uint32_t>(before[n]); i < place(n); ++i)
                ASSERT_GE(network.received(n, left, i)->cycle, promised[n]) << n;
        for (std::uint32_t n = 0; n < 37; ++n) {
            if (random() % 40 == 0 && network.free_slots(n, left))
                network.inject(now + 1, packet(n, static_cast<std::uint32_t>(random() % 37),
                                               ++number, left, random() % 6));
            const Delivery *d = network.front(n, left);
            if (d && d->cycle <= now && random() % 50 == 0) network.take(now, n, left);
        }
    }
    EXPECT_GT(number, 1000u);
}

TEST(FatTree, TheContractIsChecked) {
    FatTreeNetwork network(test::fat_tree_numbers(), 4);
    network.advance(10);
    EXPECT_THROW(network.inject(10, packet(0, 1, 1)), ContractBroken);
    network.inject(11, packet(0, 1, 1));
    EXPECT_THROW(network.inject(12, packet(0, 1, 2)), ContractBroken); // one slot
    EXPECT_THROW(network.take(20, 1, left), ContractBroken);
    network.advance(1000);
    EXPECT_THROW(network.take(999, 1, left), ContractBroken);
    network.take(1000, 1, left);
}

} // namespace
} // namespace inlet::net
