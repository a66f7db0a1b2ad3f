// The network's contract (docs/network.md).
#include "net/mesh.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <tuple>

namespace inlet::net {
namespace {

MeshConfig slow_links() {
    MeshConfig c;
    c.hop_latency = 3;
    c.cycles_per_word = 2;
    c.eject_latency = 1;
    c.credit_latency = 1;
    c.header_words = 1;
    c.injection_packets = 2;
    c.receive_packets = 2;
    c.router_packets = 2;
    return c;
}

Packet packet(std::uint32_t from, std::uint32_t to, std::uint32_t number,
              Priority p = Priority::low, std::uint8_t words = 1) {
    return {from, to, number, 0x10000, p, words, {number, 0, 0, 0, 0}};
}

TEST(Mesh, IsAsSquareAsItGets) {
    for (const auto &[nodes, rows, columns] : {std::tuple{1u, 1u, 1u},
                                               {2u, 1u, 2u},
                                               {3u, 2u, 2u},
                                               {5u, 2u, 3u},
                                               {16u, 4u, 4u},
                                               {17u, 4u, 5u},
                                               {2048u, 45u, 46u}}) {
        const Mesh mesh(slow_links(), nodes);
        EXPECT_EQ(mesh.rows(), rows) << nodes;
        EXPECT_EQ(mesh.columns(), columns) << nodes;
    }
}

TEST(Mesh, IdleLatencyIsHopsPlusWords) {
    const MeshConfig c = slow_links();
    for (std::uint32_t to = 0; to < 16; ++to)
        for (std::uint8_t words = 0; words <= 5; ++words) {
            Mesh mesh(c, 16);
            mesh.inject(10, packet(0, to, 1, Priority::low, words));
            mesh.advance(1000);
            const std::uint32_t hops = to % 4 + to / 4;
            const Delivery *d = mesh.front(to, Priority::low);
            ASSERT_NE(d, nullptr);
            EXPECT_EQ(d->cycle, 10u + hops * c.hop_latency + c.eject_latency +
                                    (c.header_words + 1u + words) * c.cycles_per_word);
            EXPECT_GE(d->cycle, 10 + mesh.min_delivery(to == 0));
        }
}

TEST(Mesh, PromisesNoDeliveryTooLate) { // next_delivery() is a lower bound at every moment
    Mesh mesh(slow_links(), 16);
    mesh.inject(10, packet(0, 15, 1));
    std::uint64_t promised = 0;
    while (mesh.busy() && !mesh.front(15, Priority::low)) {
        promised = std::max(promised, mesh.next_delivery());
        mesh.advance(mesh.next_event());
    }
    EXPECT_GE(mesh.front(15, Priority::low)->cycle, promised);
}

TEST(Mesh, FullReceiverPushesBackToTheSource) {
    const MeshConfig c = slow_links();
    Mesh mesh(c, 2); // two routers, side by side
    std::uint32_t sent = 0;
    for (std::uint64_t now = 1; now < 1000; ++now) {
        mesh.advance(now - 1);
        if (mesh.free_slots(0, Priority::low)) mesh.inject(now, packet(0, 1, ++sent));
    }
    // Nobody takes anything: every buffer on the way is full and nothing more is accepted.
    EXPECT_EQ(sent, c.injection_packets + c.router_packets + c.receive_packets);
    EXPECT_EQ(mesh.free_slots(0, Priority::low), 0u);
    EXPECT_EQ(mesh.free_slots(0, Priority::high), c.injection_packets);
    // The other priority still gets through (CSD-94-823 A.1).
    mesh.inject(1001, packet(0, 1, 100, Priority::high));
    mesh.advance(2000);
    ASSERT_NE(mesh.front(1, Priority::high), nullptr);
    // One taken, one accepted: back-pressure lets go slot by slot.
    mesh.take(2000, 1, Priority::low);
    mesh.advance(3000);
    EXPECT_EQ(mesh.free_slots(0, Priority::low), 1u);
}

struct Storm {
    std::uint32_t nodes;
    std::uint32_t seed;
    std::uint32_t buffers;
};
class Storms : public testing::TestWithParam<Storm> {};

/// All inject at random, receivers take at random; every packet comes exactly once, in order per
/// pair and priority.
TEST_P(Storms, NothingLostDuplicatedOrOvertaken) {
    const Storm &storm = GetParam();
    MeshConfig c = slow_links();
    c.injection_packets = c.receive_packets = c.router_packets = storm.buffers;
    Mesh mesh(c, storm.nodes);
    std::mt19937 random(storm.seed);
    std::map<std::tuple<std::uint32_t, std::uint32_t, int>, std::uint32_t> sent, got;
    std::uint32_t total_sent = 0, total_got = 0;
    const std::uint64_t injecting = 2000;
    std::map<std::pair<std::uint32_t, int>, std::uint32_t> seen; // packets that a node was shown
    for (std::uint64_t now = 1; now < 100000 && (now < injecting || total_got < total_sent);
         ++now) {
        const std::uint64_t promised = mesh.next_delivery();
        mesh.advance(now - 1);
        for (std::uint32_t n = 0; n < storm.nodes; ++n)
            for (const Priority p : {Priority::low, Priority::high}) {
                for (auto &count = seen[{n, int(p)}];
                     const Delivery *d = mesh.received(n, p, count); ++count) {
                    ASSERT_GE(d->cycle, promised) << "no delivery before next_delivery()";
                }
                if (now < injecting && random() % 4 == 0 && mesh.free_slots(n, p)) {
                    const std::uint32_t to = random() % storm.nodes;
                    Packet packet{n, to, 0, 0x10000, p, static_cast<std::uint8_t>(random() % 6),
                                  {}};
                    packet.data[0] = ++sent[{n, to, int(p)}];
                    packet.number = ++total_sent;
                    mesh.inject(now, packet);
                }
                const Delivery *d = mesh.front(n, p);
                if (!d || d->cycle > now || random() % 3) continue;
                ++total_got;
                ASSERT_EQ(d->packet.destination, n);
                ASSERT_EQ(d->packet.data[0], (++got[{d->packet.source, n, int(p)}]));
                mesh.take(now, n, p);
                --seen[{n, int(p)}];
            }
    }
    EXPECT_GT(total_sent, storm.nodes);
    EXPECT_EQ(total_got, total_sent);
    EXPECT_EQ(mesh.in_flight(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Storms,
                         testing::Values(Storm{1, 1, 1}, Storm{2, 2, 1}, Storm{3, 3, 2},
                                         Storm{7, 4, 1}, Storm{16, 5, 1}, Storm{16, 6, 4},
                                         Storm{61, 7, 2}),
                         [](const auto &row) {
                             return "nodes" + std::to_string(row.param.nodes) + "buffers" +
                                    std::to_string(row.param.buffers);
                         });

TEST(Mesh, OrderOfTheCallsDoesNotMatter) {
    // The same packets put in from the first node to the last and the other way round.
    std::vector<std::uint64_t> arrivals[2];
    for (int way = 0; way < 2; ++way) {
        Mesh mesh(slow_links(), 9);
        for (std::uint32_t i = 0; i < 9; ++i) {
            const std::uint32_t n = way ? 8 - i : i;
            mesh.inject(5, packet(n, 4, n + 1));
        }
        std::map<std::uint32_t, std::uint64_t> at;
        for (std::uint64_t now = 1; now < 500; ++now) {
            mesh.advance(now);
            while (const Delivery *d = mesh.front(4, Priority::low)) {
                if (d->cycle > now) break;
                at[d->packet.source] = d->cycle;
                mesh.take(now, 4, Priority::low);
            }
        }
        ASSERT_EQ(at.size(), 9u);
        for (const auto &[source, cycle] : at) arrivals[way].push_back(cycle);
    }
    EXPECT_EQ(arrivals[0], arrivals[1]);
}

} // namespace
} // namespace inlet::net
