// The SP-2's switch: shape, times, four routes, bandwidth, contract, storms, faults.
#include "net/contract.h"
#include "net/multistage.h"
#include "tests/network_checks.h"
#include "tests/network_numbers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace inlet::net {
namespace {

Packet packet(std::uint32_t from, std::uint32_t to, std::uint32_t number, std::uint32_t route = 0,
              std::uint16_t bytes = 16) {
    Packet p;
    p.source = from;
    p.destination = to;
    p.number = number;
    p.tag = to << 24 | route << 16;
    p.bytes = bytes;
    return p;
}

/// The contents of a packet: a function of its number.
std::vector<std::uint8_t> content(const Packet &p) {
    std::vector<std::uint8_t> bytes(p.bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(p.number * 31 + i);
    return bytes;
}

void inject(MultistageNetwork &network, std::uint64_t cycle, const Packet &p) {
    network.inject(cycle, p, content(p));
}

TEST(Multistage, LinksLeadBackInAnyNumberOfNodes) {
    std::vector<std::uint32_t> all = {17, 32, 33, 64, 100, 128, 129, 256, 333, 512};
    for (std::uint32_t nodes = 1; nodes <= 16; ++nodes) all.push_back(nodes);
    for (const std::uint32_t nodes : all) {
        const Multistage shape(nodes);
        EXPECT_EQ(shape.stages(), nodes <= 32 ? 2u : nodes <= 128 ? 3u : 4u);
        SCOPED_TRACE(nodes);
        test::expect_links_lead_back(shape);
    }
}

/// 003 2.1: "a hardware latency of about 500ns", 33 cycles at 66 MHz.
TEST(Multistage, APacketAloneTakesTheTimeOfItsWay) {
    const MultistageConfig c = test::multistage_numbers();
    MultistageNetwork network(c, 16);
    std::uint64_t now = 0;
    std::uint32_t number = 0;
    for (const std::uint32_t to : {0u, 1u, 5u, 15u})
        for (std::uint32_t route = 0; route < 4; ++route)
            for (const std::uint16_t bytes :
                 {std::uint16_t{4}, std::uint16_t{16}, std::uint16_t{255}}) {
                const Packet p = packet(0, to, ++number, route, bytes);
                inject(network, now + 1, p);
                network.advance(now + 900);
                const Delivery *d = network.front(to, 0);
                ASSERT_TRUE(d);
                const std::uint64_t head = d->cycle - now - 1 - (bytes * 33 + 19) / 20;
                EXPECT_EQ(head, 33u);
                if (bytes == 4) {
                    EXPECT_EQ(d->cycle, now + 1 + network.min_delivery(to == 0));
                }
                EXPECT_TRUE(std::ranges::equal(network.payload(d->packet), content(p)));
                network.take(now + 900, to, 0);
                now += 1000;
            }
}

/// Beyond a board (16 nodes) two chips more for each further stage that the machine has. Its number
/// of nodes changes nothing within a board.
TEST(Multistage, EachStageAddsTwoChips) {
    const MultistageConfig c = test::multistage_numbers();
    for (const std::uint32_t nodes : {32u, 128u, 512u}) {
        MultistageNetwork network(c, nodes);
        std::uint64_t now = 0;
        for (const auto &[to, chips] : {std::pair{15u, 3u}, {16u, 5u}, {64u, 7u}}) {
            if (to >= nodes) continue;
            const unsigned most = 2 * Multistage(nodes).stages() - 1; // chips
            inject(network, now + 1, packet(0, to, 1, 2, 4));
            network.advance(now + 900);
            const Delivery *d = network.front(to, 0);
            ASSERT_TRUE(d) << nodes << ' ' << to;
            EXPECT_EQ(d->cycle - now - 1 - (4 * 33 + 19) / 20, 33 + 8 * (std::min(chips, most) - 3))
                << nodes << ' ' << to;
            network.take(now + 900, to, 0);
            now += 1000;
        }
    }
}

/// A walk along a route, by the chips' own decisions. Returns the links passed, as router and port.
std::vector<std::pair<std::uint32_t, Port>> walk(const MultistageModel &model, const Packet &p) {
    std::vector<std::pair<std::uint32_t, Port>> links;
    MultistageModel::Route route = model.route(p);
    std::uint32_t at = p.source;
    while (true) {
        const Port out = model.next(at, route);
        if (out == Port::local || links.size() > 8) break;
        links.emplace_back(at, out);
        at = model.neighbour(at, out);
        MultistageModel::step(route);
    }
    EXPECT_EQ(at, p.destination);
    return links;
}

/// Each pair of nodes has four routes of the same length, up and then down, over different chips of
/// the boards' second stage. Nothing goes up after it went down: no circle of waits (docs/sp2.md).
/// When every node sends to every node by every route, all links of a stage carry as much, so the
/// halves of the machine exchange what their nodes' links carry.
TEST(Multistage, RoutesGoUpAndDownAndShareTheLoad) {
    for (const std::uint32_t nodes : {16u, 32u, 128u, 512u}) {
        const MultistageModel model({}, nodes);
        const Multistage &shape = model.topology();
        std::vector<std::uint32_t> load(std::size_t{shape.routers()} * shape.ports());
        // All destinations from each board's first node or, where that is quick, from all nodes.
        const std::uint32_t step = nodes == 512 ? 16 : 1;
        for (std::uint32_t from = 0; from < nodes; from += step)
            for (std::uint32_t to = 0; to < nodes; ++to) {
                std::set<std::uint32_t> spines;
                for (std::uint32_t r = 0; r < 4; ++r) {
                    const auto links = walk(model, packet(from, to, 1, r));
                    ASSERT_EQ(links.size(), shape.distance(from, to));
                    unsigned stage = 0;
                    bool down = false;
                    for (const auto &[router, port] : links) {
                        ++load[router * shape.ports() + static_cast<unsigned>(port)];
                        const unsigned next = shape.stage(shape.neighbour(router, port));
                        EXPECT_EQ(shape.stage(router), stage);
                        EXPECT_FALSE(down && next > stage);
                        down = next < stage;
                        stage = next;
                    }
                    spines.insert(shape.neighbour(links[1].first, links[1].second));
                }
                ASSERT_EQ(spines.size(), 4u) << from << ' ' << to;
            }
        if (step != 1) continue;
        for (unsigned stage = 1; stage <= shape.stages(); ++stage)
            for (const bool up : {false, true}) {
                std::set<std::uint32_t> loads;
                for (std::uint32_t router = 0; router < shape.routers(); ++router)
                    for (unsigned p = 0; p < shape.ports(); ++p) {
                        const auto port = static_cast<Port>(p);
                        if (port == Port::local || shape.stage(router) != stage ||
                            !shape.has_link(router, port) ||
                            (shape.stage(shape.neighbour(router, port)) > stage) != up)
                            continue;
                        loads.insert(load[router * shape.ports() + p]);
                    }
                EXPECT_LE(loads.size(), 1u) << nodes << " nodes, stage " << stage << ' ' << up;
            }
    }
}

/// Every node sends to every node, in turn: all arrives, and in the order of each pair.
TEST(Multistage, AllToAllArrivesInOrder) {
    for (const auto &[nodes, times] : {std::pair{32u, 3u}, {128u, 2u}, {512u, 1u}}) {
        MultistageNetwork network(test::multistage_numbers(), nodes);
        std::vector<std::uint32_t> sent(nodes), last(std::size_t{nodes} * nodes), number(nodes);
        std::uint64_t now = 1, taken = 0;
        const std::uint64_t all = std::uint64_t{nodes} * nodes * times;
        for (; taken < all && now < 200000; ++now) {
            network.advance(now - 1);
            for (std::uint32_t n = 0; n < nodes; ++n) {
                if (sent[n] < nodes * times && network.free_slots(n, 0)) {
                    const std::uint32_t to = (n + sent[n]++) % nodes;
                    inject(network, now, packet(n, to, ++number[n], to % 4));
                }
                const Delivery *d = network.front(n, 0);
                if (!d || d->cycle > now) continue;
                std::uint32_t &before = last[d->packet.source * nodes + n];
                ASSERT_LT(before, d->packet.number);
                before = d->packet.number;
                network.take(now, n, 0);
                ++taken;
            }
        }
        EXPECT_EQ(taken, all) << nodes;
        EXPECT_EQ(network.in_flight(), 0u);
    }
}

/// Nodes 0-3 send packets of 252 bytes to 4-7 as fast as they can, each by the route that `route`
/// gives it. Returns the packets that arrive in `cycles`.
std::uint32_t packets_of_a_leaf(const std::vector<std::uint32_t> &route, std::uint64_t cycles) {
    MultistageNetwork network(test::multistage_numbers(), 8);
    std::uint32_t number = 0, came = 0;
    for (std::uint64_t now = 1; now < cycles; ++now) {
        network.advance(now - 1);
        for (std::uint32_t n = 0; n < 4; ++n) {
            if (network.free_slots(n, 0))
                inject(network, now, packet(n, n + 4, ++number, route[n], 252));
            const Delivery *d = network.front(n + 4, 0);
            if (!d || d->cycle > now) continue;
            network.take(now, n + 4, 0);
            ++came;
        }
    }
    return came;
}

TEST(Multistage, TheFourRoutesOfALeafShareNothing) {
    constexpr std::uint64_t cycles = 416 * 100; // a link carries a packet in 416
    const std::uint32_t apart = packets_of_a_leaf({0, 1, 2, 3}, cycles);
    const std::uint32_t pairs = packets_of_a_leaf({0, 0, 2, 2}, cycles);
    const std::uint32_t same = packets_of_a_leaf({1, 1, 1, 1}, cycles);
    EXPECT_NEAR(apart, 400, 8);
    EXPECT_NEAR(pairs, 200, 8);
    EXPECT_NEAR(same, 100, 8);
}

/// One route keeps the order of a pair. Distributed over all four, packets pass each other.
std::pair<std::uint32_t, std::uint32_t> passed(std::uint64_t scatter) {
    MultistageConfig c = test::multistage_numbers();
    c.scatter = scatter;
    MultistageNetwork network(c, 16);
    std::minstd_rand random(1);
    std::uint32_t number = 0, others = 0, overtaken = 0, last = 0, got = 0;
    for (std::uint64_t now = 1; now < 100000; ++now) {
        network.advance(now - 1);
        for (std::uint32_t n = 0; n < 8; ++n)
            if (now < 80000 && network.free_slots(n, 0) && (n == 0 || random() % 600 == 0)) {
                const std::uint32_t to =
                    n == 0 ? 15 : 12 + static_cast<std::uint32_t>(random() % 3);
                const bool small = random() % 2;
                inject(network, now,
                       packet(n, to, n == 0 ? ++number : ++others, n == 0 ? 3 : random() % 4,
                              small ? 16 : 252));
            }
        for (std::uint32_t n = 12; n < 16; ++n) {
            const Delivery *d = network.front(n, 0);
            if (!d || d->cycle > now) continue;
            if (n == 15) {
                ++got;
                overtaken += d->packet.number < last;
                last = std::max(last, d->packet.number);
            }
            network.take(now, n, 0);
        }
    }
    EXPECT_EQ(got, number);
    return {got, overtaken};
}

TEST(Multistage, OneRouteKeepsTheOrderOfAPair) { EXPECT_EQ(passed(0).second, 0u); }
TEST(Multistage, ScatteredPacketsPassEachOther) {
    const auto [got, overtaken] = passed(7);
    EXPECT_GT(overtaken, 10u) << got;
}

struct SwitchStorm {
    std::uint32_t nodes, buffers;
    std::uint64_t jitter, scatter, injecting; ///< injecting: cycles
};
class MultistageStorms : public testing::TestWithParam<SwitchStorm> {};

/// All nodes inject at random; receivers take at random and sometimes refuse for a long time. Each
/// packet arrives once at its destination, complete. The network is saved and loaded in between.
TEST_P(MultistageStorms, NothingLostOrDuplicated) {
    const SwitchStorm &storm = GetParam();
    MultistageConfig c = test::multistage_numbers();
    c.injection_packets = c.receive_packets = c.router_packets = storm.buffers;
    c.scatter = storm.scatter;
    MultistageNetwork one(c, storm.nodes, storm.jitter), two(c, storm.nodes, storm.jitter);
    MultistageNetwork *network = &one;
    std::minstd_rand random(storm.nodes);
    std::set<std::pair<std::uint32_t, std::uint32_t>> due; // number, receiver
    std::uint32_t sent = 0;
    std::vector<std::uint64_t> refuses(storm.nodes);
    std::uint64_t now = 1, taken = 0;
    for (; now < 1000000 && (now < storm.injecting || network->in_flight()); ++now) {
        network->advance(now - 1);
        if (now == storm.injecting / 2) { // the other network continues from here
            test::copy_state(*network, two);
            network = &two;
        }
        for (std::uint32_t n = 0; n < storm.nodes; ++n) {
            if (now < storm.injecting && random() % 64 == 0 && network->free_slots(n, 0)) {
                const auto to = static_cast<std::uint32_t>(random() % storm.nodes);
                const auto bytes = static_cast<std::uint16_t>(4 + random() % 252);
                inject(*network, now, packet(n, to, ++sent, random() % 4, bytes));
                due.insert({sent, to});
            }
            if (now < storm.injecting && random() % 2048 == 0) refuses[n] = now + random() % 3000;
            const Delivery *d = network->front(n, 0);
            if (!d || d->cycle > now || now < refuses[n] || random() % 3) continue;
            ASSERT_EQ(due.erase({d->packet.number, n}), 1u);
            ASSERT_TRUE(std::ranges::equal(network->payload(d->packet), content(d->packet)));
            network->take(now, n, 0);
            ++taken;
        }
        ASSERT_EQ(sent, taken + network->in_flight());
    }
    EXPECT_GT(sent, 0u);
    EXPECT_TRUE(due.empty()) << due.size() << " of " << sent << " at " << now;
    EXPECT_TRUE(network->standing().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, MultistageStorms,
    testing::Values(SwitchStorm{1, 1, 0, 0, 20000}, SwitchStorm{2, 1, 3, 0, 20000},
                    SwitchStorm{5, 1, 0, 9, 20000}, SwitchStorm{8, 2, 5, 0, 20000},
                    SwitchStorm{13, 1, 7, 4, 20000}, SwitchStorm{16, 4, 0, 0, 20000},
                    SwitchStorm{33, 1, 3, 0, 6000}, SwitchStorm{128, 1, 0, 5, 3000},
                    SwitchStorm{512, 1, 5, 0, 1000}),
    [](const auto &row) { return "nodes" + std::to_string(row.param.nodes); });

/// The promise to the scheduler: no delivery to any node before next_delivery().
TEST(Multistage, DeliveriesComeNoSoonerThanPromised) {
    constexpr std::uint32_t nodes = 11;
    MultistageNetwork network(test::multistage_numbers(), nodes, 9);
    std::minstd_rand random(3);
    std::uint32_t number = 0;
    const auto count = [&](std::uint32_t n) {
        std::uint32_t all = 0;
        while (network.received(n, 0, all)) ++all;
        return all;
    };
    for (std::uint64_t now = 1; now < 40000; ++now) {
        std::vector<std::uint64_t> promised;
        std::vector<std::uint32_t> before;
        for (std::uint32_t n = 0; n < nodes; ++n) {
            promised.push_back(network.next_delivery(n));
            before.push_back(count(n));
        }
        network.advance(now);
        for (std::uint32_t n = 0; n < nodes; ++n)
            for (std::uint32_t i = before[n]; i < count(n); ++i)
                ASSERT_GE(network.received(n, 0, i)->cycle, promised[n]) << n;
        for (std::uint32_t n = 0; n < nodes; ++n) {
            if (random() % 200 == 0 && network.free_slots(n, 0))
                inject(network, now + 1,
                       packet(n, static_cast<std::uint32_t>(random() % nodes), ++number,
                              random() % 4, static_cast<std::uint16_t>(4 + random() % 252)));
            const Delivery *d = network.front(n, 0);
            if (d && d->cycle <= now && random() % 50 == 0) network.take(now, n, 0);
        }
    }
    EXPECT_GT(number, 1000u);
}

TEST(Multistage, TheContractIsChecked) {
    MultistageConfig c = test::multistage_numbers();
    c.injection_packets = 1;
    MultistageNetwork network(c, 4);
    network.advance(10);
    EXPECT_THROW(inject(network, 10, packet(0, 1, 1)), ContractBroken);
    inject(network, 11, packet(0, 1, 1));
    EXPECT_THROW(inject(network, 12, packet(0, 1, 2)), ContractBroken); // one slot
    EXPECT_THROW(network.take(20, 1, 0), ContractBroken);
    network.advance(1000);
    EXPECT_THROW(network.take(999, 1, 0), ContractBroken);
    network.take(1000, 1, 0);
}

TEST(Multistage, FaultsAreAsManyAsTheConfigurationSays) {
    for (const std::uint32_t rate : {0u, 1000u, 100000u, 1000000u})
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            MultistageConfig c = test::multistage_numbers();
            c.faults_per_million = rate;
            c.fault_seed = seed;
            const MultistageNetwork network(c, 16), again(c, 16);
            std::uint32_t lost = 0;
            for (std::uint32_t number = 1; number <= 100000; ++number) {
                const Packet p = packet(number % 16, 1, number);
                lost += network.faulty(p);
                ASSERT_EQ(network.faulty(p), again.faulty(p));
            }
            EXPECT_NEAR(lost, rate * 0.1, 20 + rate * 0.01) << seed;
        }
}

} // namespace
} // namespace inlet::net
