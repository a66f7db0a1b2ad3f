// Arctic, the fat tree of StarT-Voyager: shape, all routes and their times, bandwidth, channels,
// order, storms.
#include "net/arctic.h"
#include "tests/network_checks.h"
#include "tests/network_numbers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <span>
#include <tuple>
#include <vector>

namespace inlet::net {
namespace {

constexpr unsigned low = 0, high = 1;

std::vector<std::uint8_t> body(std::uint32_t number, std::uint32_t bytes) {
    std::vector<std::uint8_t> all(bytes);
    for (std::uint32_t i = 0; i < bytes; ++i) all[i] = static_cast<std::uint8_t>(number * 7 + i);
    return all;
}

void send(ArcticNetwork &network, std::uint64_t cycle, std::uint32_t from, std::uint32_t to,
          std::uint32_t number, std::uint32_t bytes = 8, unsigned channel = low) {
    Packet p;
    p.source = from;
    p.destination = to;
    p.number = number;
    p.channel = static_cast<std::uint8_t>(channel);
    p.bytes = static_cast<std::uint16_t>(bytes);
    network.inject(cycle, p, body(number, bytes));
}

/// 32 sites: five levels of 16 routers with two links down (004 5.2: one to nine hops).
TEST(Arctic, HasFiveLevelsOfSixteenRouters) {
    const FatTree tree(32, {2}, 1);
    ASSERT_EQ(tree.levels(), 5u);
    std::map<std::uint32_t, std::uint32_t> routers;
    for (std::uint32_t r = 0; r < tree.routers(); ++r) ++routers[tree.level(r)];
    for (std::uint32_t level = 1; level <= 5; ++level) EXPECT_EQ(routers[level], 16u) << level;
    for (std::uint32_t nodes = 1; nodes <= 32; ++nodes) {
        const FatTree some(nodes, {2}, 1);
        SCOPED_TRACE(nodes);
        test::expect_links_lead_back(some);
    }
}

TEST(Arctic, EveryRouteTakesItsTime) {
    const ArcticConfig c = test::arctic_numbers();
    ArcticNetwork network(c, 32);
    const ArcticModel model(c, 32);
    std::set<std::pair<std::uint32_t, Port>> links;
    std::map<std::uint32_t, std::uint32_t> pairs; // by hops
    std::uint64_t now = 0;
    std::uint32_t number = 0;
    for (std::uint32_t from = 0; from < 32; ++from)
        for (std::uint32_t to = 0; to < 32; ++to, now += 1000) {
            std::uint32_t level = 1; // of the lowest router above both
            while (from >> level != to >> level) ++level;
            const std::uint32_t hops = 2 * level - 1;
            ++pairs[hops];
            Packet p;
            p.source = from;
            p.destination = to;
            ArcticModel::Route route = model.route(p);
            std::uint32_t at = from, passed = 0;
            for (Port out; (out = model.next(at, route)) != Port::local; ++passed) {
                links.insert({at, out});
                at = model.neighbour(at, out);
                ArcticModel::step(route);
                ASSERT_LE(passed, 9u);
            }
            EXPECT_EQ(at, to);
            EXPECT_EQ(passed, hops + 1); // its last is into the node
            const std::uint32_t bytes = number++ % 105;
            send(network, now + 1, from, to, number, bytes, number % 2);
            network.advance(now + 900);
            const Delivery *d = network.front(to, number % 2);
            ASSERT_TRUE(d) << from << ' ' << to;
            EXPECT_EQ(d->cycle, now + 1 + 1 + hops * 22 + 1 + ((bytes + 8) * 56 + 59) / 60);
            if (bytes == 0 && hops == 1) {
                EXPECT_EQ(d->cycle, now + 1 + network.min_delivery(false));
            }
            network.take(now + 900, to, number % 2);
        }
    EXPECT_EQ(pairs, (std::map<std::uint32_t, std::uint32_t>{
                         {1, 64}, {3, 64}, {5, 128}, {7, 256}, {9, 512}}));
    std::uint32_t there = 0;
    for (std::uint32_t r = 0; r < model.routers(); ++r)
        for (unsigned p = 0; p < ArcticModel::ports; ++p)
            there += static_cast<Port>(p) != Port::local &&
                     model.topology().has_link(r, static_cast<Port>(p));
    EXPECT_LE(there - links.size(), there / 40); // the hash leaves a few links to nobody
}

/// 32 sites under routers with four children: one to five hops.
TEST(Arctic, RoutersOfAHigherDegreeAreFewerOnTheWay) {
    ArcticConfig c = test::arctic_numbers();
    c.children = 4;
    ArcticNetwork network(c, 32);
    std::map<std::uint32_t, std::uint32_t> pairs; // by hops
    std::uint64_t now = 0;
    std::uint32_t number = 0;
    for (std::uint32_t from = 0; from < 32; ++from)
        for (std::uint32_t to = 0; to < 32; ++to, now += 1000) {
            std::uint32_t level = 1;
            while (from >> 2 * level != to >> 2 * level) ++level;
            const std::uint32_t hops = 2 * level - 1;
            ++pairs[hops];
            send(network, now + 1, from, to, ++number);
            network.advance(now + 900);
            const Delivery *d = network.front(to, low);
            ASSERT_TRUE(d) << from << ' ' << to;
            EXPECT_EQ(d->cycle, now + 1 + 1 + hops * 22 + 1 + 15);
            network.take(now + 900, to, low);
        }
    EXPECT_EQ(pairs, (std::map<std::uint32_t, std::uint32_t>{{1, 128}, {3, 384}, {5, 512}}));
}

/// 112 bytes hold a link for 105 cycles; 150 MB/s at 140 MHz.
TEST(Arctic, AStreamTakesTheLinksTime) {
    ArcticConfig c = test::arctic_numbers();
    c.injection_packets = c.receive_packets = 4;
    ArcticNetwork network(c, 32);
    std::uint32_t number = 0, got = 0;
    std::uint64_t first = 0, last = 0;
    for (std::uint64_t now = 1; now < 30000; ++now) {
        network.advance(now - 1);
        if (network.free_slots(0, low)) send(network, now, 0, 31, ++number, 104);
        const Delivery *d = network.front(31, low);
        if (!d || d->cycle > now) continue;
        last = now;
        if (got++ == 0) first = now;
        EXPECT_EQ(d->packet.number, got);
        network.take(now, 31, low);
    }
    ASSERT_GT(got, 100u);
    EXPECT_EQ(last - first, std::uint64_t{got - 1} * 105);
}

TEST(Arctic, AFullLowChannelDoesNotHoldTheHighOne) {
    ArcticNetwork network(test::arctic_numbers(), 32);
    std::uint32_t number = 0;
    for (std::uint64_t now = 1; now < 5000; ++now) { // nobody takes from the low one
        network.advance(now - 1);
        for (std::uint32_t n = 0; n < 31; ++n)
            if (network.free_slots(n, low)) send(network, now, n, 31, ++number);
    }
    ASSERT_EQ(network.free_slots(0, low), 0u);
    send(network, 5001, 0, 31, ++number, 8, high);
    network.advance(6000);
    const Delivery *d = network.front(31, high);
    ASSERT_TRUE(d);
    EXPECT_EQ(d->cycle, 5001u + 1 + 9 * 22 + 1 + 15);
    EXPECT_FALSE(network.busy());
    EXPECT_FALSE(network.standing().empty());
}

/// Two nodes share a link down: the high packets of one pass the low ones of the other, but every
/// fifth packet is a low one.
TEST(Arctic, TheHighChannelGoesFirstButNotForEver) {
    ArcticConfig c = test::arctic_numbers();
    c.injection_packets = c.receive_packets = 4;
    ArcticNetwork network(c, 4);
    std::uint32_t number = 0, got[2] = {};
    for (std::uint64_t now = 1; now < 40000; ++now) {
        network.advance(now - 1);
        if (network.free_slots(0, low)) send(network, now, 0, 1, ++number, 24, low);
        if (network.free_slots(0, high)) send(network, now, 0, 1, ++number, 24, high);
        for (const unsigned p : {low, high}) {
            const Delivery *d = network.front(1, p);
            if (!d || d->cycle > now) continue;
            ++got[p];
            network.take(now, 1, p);
        }
    }
    ASSERT_GT(got[low], 100u);
    EXPECT_NEAR(static_cast<double>(got[high]) / got[low], 4, 0.1);
}

struct Storm {
    std::uint32_t nodes;
    std::uint32_t buffers;
    std::uint64_t scatter, jitter;
};
class ArcticStorms : public testing::TestWithParam<Storm> {};

/// All inject at random, receivers take at random and sometimes refuse a channel for a long time.
/// Each packet arrives once, complete, and in the order of its pair and channel unless ways are
/// scattered. No delivery comes before next_delivery(). The network is saved and loaded in between.
TEST_P(ArcticStorms, NothingLostAndPairsKeepTheirOrder) {
    const Storm &storm = GetParam();
    ArcticConfig c = test::arctic_numbers();
    c.scatter = storm.scatter;
    c.injection_packets = c.receive_packets = c.router_packets = storm.buffers;
    ArcticNetwork one(c, storm.nodes, storm.jitter), two(c, storm.nodes, storm.jitter);
    ArcticNetwork *network = &one;
    std::minstd_rand random(storm.nodes);
    std::set<std::tuple<std::uint32_t, std::uint32_t, unsigned>> due; // number, receiver, channel
    std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, std::uint32_t> latest;
    std::uint32_t sent = 0, overtaken = 0;
    std::vector<std::uint64_t> refuses(2 * storm.nodes), promised(storm.nodes);
    std::vector<std::uint64_t> seen(2 * storm.nodes), taken(2 * storm.nodes); // deliveries
    std::uint64_t now = 1, all = 0;
    constexpr std::uint64_t injecting = 20000;
    for (; now < 2000000 && (now < injecting || network->in_flight()); ++now) {
        for (std::uint32_t n = 0; n < storm.nodes; ++n) promised[n] = network->next_delivery(n);
        network->advance(now - 1);
        for (std::uint32_t n = 0; n < storm.nodes; ++n)
            for (const unsigned p : {low, high}) {
                const std::size_t i = 2 * n + p;
                for (; const Delivery *d =
                           network->received(n, p, static_cast<std::uint32_t>(seen[i] - taken[i]));
                     ++seen[i])
                    ASSERT_GE(d->cycle, promised[n]);
            }
        if (now == injecting / 2) { // the other network continues from here
            test::copy_state(*network, two);
            network = &two;
        }
        for (std::uint32_t n = 0; n < storm.nodes; ++n)
            for (const unsigned p : {low, high}) {
                if (now < injecting && random() % 64 == 0 && network->free_slots(n, p)) {
                    // Half to one node, so that pairs have many packets.
                    const auto to = static_cast<std::uint32_t>(
                        random() % 2 ? (n + 1) % storm.nodes : random() % storm.nodes);
                    send(*network, now, n, to, ++sent, random() % 105, p);
                    due.insert({sent, to, p});
                }
                std::uint64_t &until = refuses[2 * n + p];
                if (now < injecting && random() % 2048 == 0) until = now + random() % 2000;
                const Delivery *d = network->front(n, p);
                if (!d || d->cycle > now || now < until || random() % 3) continue;
                const Packet &packet = d->packet;
                ASSERT_EQ(due.erase({packet.number, n, p}), 1u);
                const std::span<const std::uint8_t> got = network->payload(packet);
                ASSERT_TRUE(std::ranges::equal(got, body(packet.number, packet.bytes)));
                std::uint32_t &last = latest[{packet.source, n, p}];
                overtaken += packet.number < last;
                last = std::max(last, packet.number);
                network->take(now, n, p);
                ++taken[2 * n + p];
                ++all;
            }
        ASSERT_EQ(sent, all + network->in_flight());
    }
    EXPECT_GT(sent, 100u);
    EXPECT_TRUE(due.empty()) << due.size() << " of " << sent << " at " << now;
    EXPECT_TRUE(network->standing().empty());
    if (storm.scatter) {
        EXPECT_GT(overtaken, 0u);
    } else {
        EXPECT_EQ(overtaken, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ArcticStorms,
                         testing::Values(Storm{1, 1, 0, 0}, Storm{2, 1, 0, 3}, Storm{5, 1, 0, 0},
                                         Storm{16, 2, 0, 5}, Storm{32, 1, 0, 0},
                                         Storm{32, 2, 7, 0}),
                         [](const auto &row) {
                             return "nodes" + std::to_string(row.param.nodes) + "_" +
                                    std::to_string(row.param.buffers) +
                                    (row.param.scatter ? "_scattered" : "");
                         });

} // namespace
} // namespace inlet::net
