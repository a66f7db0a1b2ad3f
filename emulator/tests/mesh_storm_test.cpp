// The network under load: storms, full rings, jams, fairness.
#include "mesh_fixture.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <tuple>

namespace inlet::net {
namespace {

struct Storm {
    Topology topology;
    std::uint32_t nodes;
    std::uint32_t columns; ///< 0: square
    std::uint32_t buffers;
    std::uint64_t jitter = 0;
};
class Storms : public testing::TestWithParam<Storm> {};

/// All inject at random, receivers take at random; every packet comes exactly once to each node
/// that it is for, in order per pair and priority, in both priorities.
TEST_P(Storms, NothingLostDuplicatedOrOvertaken) {
    const Storm &storm = GetParam();
    MeshConfig c = buffers(storm.buffers, storm.topology);
    c.columns = storm.columns;
    Mesh mesh(c, storm.nodes, storm.jitter);
    std::minstd_rand random(storm.nodes * 8 + storm.buffers);
    // By source, receiver and priority: numbers under way, in order. Once round a ring is a way of
    // its own.
    std::map<std::tuple<std::uint32_t, std::uint32_t, Priority, bool>, std::deque<std::uint32_t>>
        due;
    std::uint32_t sent = 0, multicasts = 0;
    std::uint64_t expected = 0, got[priorities] = {};
    const std::uint64_t injecting = 1000;
    std::uint64_t now = 1;
    for (; now < 200000 && (now < injecting || mesh.in_flight()); ++now) {
        mesh.advance(now - 1);
        for (std::uint32_t n = 0; n < storm.nodes; ++n)
            for (const Priority p : both) {
                if (now < injecting && random() % 8 == 0 && mesh.free_slots(n, p)) {
                    Packet packet{n, below(random, storm.nodes), ++sent, 0x10000, p, 0, {}};
                    packet.words = static_cast<std::uint8_t>(random() % 6);
                    packet.multicast = random() % 4 == 0;
                    const std::uint32_t to = packet.destination;
                    if (packet.multicast && to != n) {
                        for (const std::uint32_t r :
                             nodes_on(mesh.grid(), n, mesh.grid().way(n, to)))
                            due[{n, r, p, false}].push_back(sent), ++expected;
                    } else if (packet.multicast) {
                        const std::uint32_t before = expected;
                        for (const std::uint32_t r :
                             nodes_on(mesh.grid(), n, mesh.grid().multicast_way(n, n)))
                            due[{n, r, p, true}].push_back(sent), ++expected;
                        if (before == expected) due[{n, n, p, true}].push_back(sent), ++expected;
                    } else {
                        due[{n, to, p, false}].push_back(sent), ++expected;
                    }
                    multicasts += packet.multicast;
                    mesh.inject(now, packet);
                }
                const Delivery *d = mesh.front(n, p);
                if (!d || d->cycle > now || random() % 3) continue;
                const Packet &came = d->packet;
                ASSERT_EQ(came.priority, p);
                const bool round = came.multicast && came.source == came.destination;
                auto &queue = due[{came.source, n, p, round}];
                ASSERT_FALSE(queue.empty());
                ASSERT_EQ(queue.front(), came.number);
                queue.pop_front();
                ++got[static_cast<unsigned>(p)];
                mesh.take(now, n, p);
            }
        ASSERT_EQ(expected, got[0] + got[1] + mesh.in_flight());
    }
    EXPECT_GT(sent, storm.nodes);
    EXPECT_GT(multicasts, 0u);
    EXPECT_GT(got[0], 0u);
    EXPECT_GT(got[1], 0u);
    EXPECT_EQ(mesh.in_flight(), 0u) << "at " << now;
    EXPECT_TRUE(mesh.standing().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Storms,
    testing::Values(Storm{Topology::mesh, 1, 0, 1}, Storm{Topology::mesh, 2, 0, 1},
                    Storm{Topology::mesh, 7, 0, 1}, Storm{Topology::mesh, 16, 0, 1, 5},
                    Storm{Topology::mesh, 61, 0, 2}, Storm{Topology::cylinder, 1, 0, 1},
                    Storm{Topology::cylinder, 2, 0, 1}, Storm{Topology::cylinder, 2, 1, 1},
                    Storm{Topology::cylinder, 3, 0, 1}, Storm{Topology::cylinder, 3, 3, 2},
                    Storm{Topology::cylinder, 7, 7, 1}, Storm{Topology::cylinder, 11, 4, 1},
                    Storm{Topology::cylinder, 16, 0, 1}, Storm{Topology::cylinder, 16, 0, 4, 6},
                    Storm{Topology::cylinder, 17, 16, 1, 7}, Storm{Topology::cylinder, 31, 31, 1},
                    Storm{Topology::cylinder, 32, 2, 1}, Storm{Topology::cylinder, 61, 0, 2},
                    Storm{Topology::cylinder, 100, 50, 1}, Storm{Topology::cylinder, 256, 0, 1}),
    [](const auto &row) {
        const Storm &s = row.param;
        return std::string(s.topology == Topology::mesh ? "mesh" : "cylinder") +
               std::to_string(s.nodes) + "columns" + std::to_string(s.columns) + "buffers" +
               std::to_string(s.buffers);
    });

/// Everybody sends as fast as it can to the node `away` places on, which takes what comes.
/// Returns what each receiver got of each priority.
std::vector<std::uint32_t> flood(Mesh &mesh, std::uint32_t away, std::uint64_t cycles) {
    const std::uint32_t nodes = mesh.grid().nodes();
    std::vector<std::uint32_t> got(nodes * priorities);
    std::uint32_t number = 0;
    for (std::uint64_t now = 1; now < cycles; ++now) {
        mesh.advance(now - 1);
        for (std::uint32_t n = 0; n < nodes; ++n)
            for (const Priority p : both) {
                if (mesh.free_slots(n, p))
                    mesh.inject(now, packet(n, (n + away) % nodes, ++number, p));
                const Delivery *d = mesh.front(n, p);
                if (!d || d->cycle > now) continue;
                mesh.take(now, n, p);
                ++got[n * priorities + static_cast<unsigned>(p)];
            }
    }
    return got;
}

TEST(Ring, FullOfPacketsItStillMoves) {
    // With one-packet buffers all are full at once: without the second channel this stops for ever.
    for (const std::uint32_t nodes : {2u, 3u, 4u, 7u, 16u})
        for (std::uint32_t away = 1; away < nodes; ++away) {
            Mesh mesh(ring(nodes, 1), nodes);
            flood(mesh, away, 1000);
            // High goes first and may keep low out, so each priority must go on when alone.
            EXPECT_TRUE(mesh.busy()) << nodes << ' ' << away;
            std::uint64_t now = 1000;
            for (; now < 3000 && mesh.in_flight(); ++now) {
                mesh.advance(now);
                for (std::uint32_t n = 0; n < nodes; ++n)
                    for (const Priority p : both)
                        if (const Delivery *d = mesh.front(n, p); d && d->cycle <= now)
                            mesh.take(now, n, p);
            }
            EXPECT_EQ(mesh.in_flight(), 0u) << nodes << ' ' << away;
        }
}

TEST(Ring, GoesTheShorterWay) {
    Mesh mesh(ring(8, 2), 8);
    const MeshConfig c = ring(8, 2);
    std::uint64_t now = 0;
    for (std::uint32_t to = 0; to < 8; ++to, now += 1000) {
        mesh.inject(now + 1, packet(6, to, to + 1, Priority::low, 0));
        mesh.advance(now + 500);
        const std::uint32_t east = (to + 8 - 6) % 8;
        EXPECT_EQ(mesh.front(to, Priority::low)->cycle,
                  now + 1 + std::min(east, 8 - east) * c.hop_latency + mesh.min_delivery(true));
        mesh.take(now + 500, to, Priority::low);
    }
}

TEST(Mesh, NoInputStarves) {
    // All flood one node with low packets.
    for (const Topology topology : topologies) {
        Mesh mesh(buffers(1, topology), 16);
        std::map<std::uint32_t, std::uint64_t> last;
        std::uint64_t longest = 0;
        std::uint32_t number = 0;
        const std::uint64_t end = 20000;
        for (std::uint64_t now = 1; now < end; ++now) {
            mesh.advance(now - 1);
            for (std::uint32_t n = 0; n < 16; ++n)
                if (mesh.free_slots(n, Priority::low)) mesh.inject(now, packet(n, 5, ++number));
            const Delivery *d = mesh.front(5, Priority::low);
            if (!d || d->cycle > now) continue;
            longest = std::max(longest, now - last[d->packet.source]);
            last[d->packet.source] = now;
            mesh.take(now, 5, Priority::low);
        }
        ASSERT_EQ(last.size(), 16u);
        for (const auto &[source, cycle] : last) longest = std::max(longest, end - cycle);
        // The node receives one in 7 cycles. Where ways meet each input has its turn, so who is far
        // has less, but is never kept waiting.
        EXPECT_LT(longest, 2000u);
    }
}

TEST(Mesh, HighPassesAJamOfLowEverywhere) {
    for (const Topology topology : topologies) {
        const MeshConfig c = buffers(1, topology);
        Mesh mesh(c, 16);
        std::uint32_t number = 0;
        for (std::uint64_t now = 1; now < 2000; ++now) {
            mesh.advance(now - 1);
            for (std::uint32_t n = 0; n < 16; ++n)
                if (mesh.free_slots(n, Priority::low)) {
                    ++number;
                    mesh.inject(now, packet(n, (n * 7 + number) % 16, number));
                }
        }
        mesh.advance(3000);
        EXPECT_FALSE(mesh.busy()) << "nobody takes: the low packets stand";
        EXPECT_EQ(mesh.standing().size(), mesh.in_flight());
        std::uint64_t now = 3000;
        for (std::uint32_t from = 0; from < 16; ++from)
            for (std::uint32_t to = 0; to < 16; ++to, now += 200) {
                mesh.inject(now + 1, packet(from, to, ++number, Priority::high));
                mesh.advance(now + 150);
                const Delivery *d = mesh.front(to, Priority::high);
                ASSERT_NE(d, nullptr);
                EXPECT_EQ(d->cycle, now + 1 + mesh.grid().way(from, to).hops() * c.hop_latency +
                                        mesh.min_delivery(true) + c.cycles_per_word);
                mesh.take(now + 150, to, Priority::high);
            }
    }
}

TEST(Mesh, TheJamIsThereToBeLookedAt) {
    // Nobody takes. Whatever stands in the network is shown once, each buffer within its size.
    for (const Topology topology : topologies) {
        const MeshConfig c = buffers(2, topology);
        Mesh mesh(c, 13);
        std::minstd_rand random(4);
        std::map<std::uint32_t, Packet> sent;
        for (std::uint64_t now = 1; now < 1000; ++now) {
            mesh.advance(now - 1);
            for (std::uint32_t n = 0; n < 13; ++n)
                for (const Priority p : both)
                    if (mesh.free_slots(n, p)) {
                        const auto number = static_cast<std::uint32_t>(sent.size() + 1);
                        sent[number] = packet(n, below(random, 13), number, p);
                        mesh.inject(now, sent[number]);
                    }
        }
        mesh.advance(2000);
        ASSERT_FALSE(mesh.busy());
        const auto standing = mesh.standing();
        EXPECT_EQ(standing.size(), sent.size());
        EXPECT_EQ(standing.size(), mesh.in_flight());
        std::uint32_t place = 0;
        for (const Standing &s : standing) {
            EXPECT_EQ(sent.erase(s.packet.number), 1u);
            EXPECT_EQ(s.position, s.position == 0 ? 0 : place + 1);
            EXPECT_LT(place = s.position, 2u);
            EXPECT_LE(s.since, 2000u);
            if (s.place == Standing::Place::injection) {
                EXPECT_EQ(s.router, s.packet.source);
            } else if (s.place == Standing::Place::receive) {
                EXPECT_EQ(s.router, s.packet.destination);
            } else {
                EXPECT_NE(s.from, Port::local);
                EXPECT_EQ(s.to, s.behind_dateline && s.to != Port::local && s.to != Port::north &&
                                        s.to != Port::south
                                    ? opposite(s.from)
                                    : mesh.grid().way(s.router, s.packet.destination).next());
            }
        }
    }
}

} // namespace
} // namespace inlet::net
