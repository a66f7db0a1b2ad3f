// The SP-2's switch: shape, times, four routes, bandwidth, contract, storms, faults.
#include "archive/archive.h"
#include "net/contract.h"
#include "net/multistage.h"
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
    for (std::uint32_t nodes = 1; nodes <= 16; ++nodes) {
        const Multistage shape(nodes);
        for (std::uint32_t r = 0; r < shape.routers(); ++r)
            for (unsigned p = 0; p < shape.ports(); ++p) {
                const auto port = static_cast<Port>(p);
                if (port == Port::local || !shape.has_link(r, port)) continue;
                const std::uint32_t other = shape.neighbour(r, port);
                ASSERT_LT(other, shape.routers());
                const Port back = shape.entry(r, port);
                ASSERT_TRUE(shape.has_link(other, back)) << nodes << ' ' << r << ' ' << p;
                EXPECT_EQ(shape.neighbour(other, back), r);
                EXPECT_EQ(shape.entry(other, back), port);
            }
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

/// Nodes 0-3 send packets of 252 bytes to 4-7 as fast as they can, each by the route that `route`
/// gives it. Returns the packets that arrive in `cycles`.
std::uint32_t packets_of_a_leaf(const std::vector<std::uint32_t> &route, std::uint64_t cycles) {
    MultistageNetwork network({}, 8);
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
            Archive save;
            network->archive(save);
            const std::vector<std::uint8_t> bytes = save.take();
            Archive load(bytes);
            two.archive(load);
            load.finish();
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
                    SwitchStorm{13, 1, 7, 4, 20000}, SwitchStorm{16, 4, 0, 0, 20000}),
    [](const auto &row) { return "nodes" + std::to_string(row.param.nodes); });

/// The promise to the scheduler: no delivery to any node before next_delivery().
TEST(Multistage, DeliveriesComeNoSoonerThanPromised) {
    constexpr std::uint32_t nodes = 11;
    MultistageNetwork network({}, nodes, 9);
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
            EXPECT_NEAR(lost, rate / 10, 20 + rate / 100) << seed;
        }
}

} // namespace
} // namespace inlet::net
