// The network under load: storms, full rings, deadlocks, fairness.
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
    GridKind topology;
    std::uint32_t nodes;
    std::uint32_t columns; ///< 0: square
    std::uint32_t buffers;
    std::uint64_t jitter = 0;
    std::uint64_t injecting = 1000; ///< cycles
    std::uint32_t io_nodes = 0;     ///< of `nodes`
};
/// A shape, and a seed for sends and receives; seed 2 also changes the jitter.
class Storms : public testing::TestWithParam<std::tuple<Storm, unsigned>> {};

/// All nodes inject at random; receivers take at random and sometimes refuse one priority or both
/// for a long time. Every packet arrives exactly once at each of its destinations, in order per
/// pair and priority, in both priorities.
TEST_P(Storms, NothingLostDuplicatedOrOvertaken) {
    const auto &[storm, seed] = GetParam();
    MeshConfig c = buffers(storm.buffers, storm.topology);
    c.columns = storm.columns;
    c.io_nodes = storm.io_nodes;
    Mesh mesh(c, storm.nodes - storm.io_nodes, seed == 2 ? storm.jitter + 11 : storm.jitter);
    ASSERT_EQ(mesh.grid().nodes(), storm.nodes);
    std::minstd_rand random(seed * 65536 + storm.nodes * 8 + storm.buffers);
    // By source, receiver and priority: numbers under way, in order. A path around the whole ring
    // counts as another path.
    std::map<std::tuple<std::uint32_t, std::uint32_t, Priority, bool>, std::deque<std::uint32_t>>
        due;
    std::uint32_t sent = 0, multicasts = 0;
    std::uint64_t expected = 0, got[priorities] = {};
    const std::uint64_t injecting = storm.injecting;
    std::vector<std::uint64_t> refuses(storm.nodes * priorities); ///< until this cycle
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
                std::uint64_t &until = refuses[n * priorities + static_cast<unsigned>(p)];
                if (now < injecting && random() % 256 == 0) until = now + random() % 300;
                const Delivery *d = mesh.front(n, p);
                if (!d || d->cycle > now || now < until || random() % 3) continue;
                const Packet &came = d->packet;
                ASSERT_EQ(came.channel, p);
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
    testing::Combine(
        testing::Values(Storm{GridKind::mesh, 1, 0, 1}, Storm{GridKind::mesh, 2, 0, 1},
                        Storm{GridKind::mesh, 7, 0, 1}, Storm{GridKind::mesh, 16, 0, 1, 5},
                        Storm{GridKind::mesh, 61, 0, 2}, Storm{GridKind::cylinder, 1, 0, 1},
                        Storm{GridKind::cylinder, 2, 0, 1}, Storm{GridKind::cylinder, 2, 1, 1},
                        Storm{GridKind::cylinder, 3, 0, 1}, Storm{GridKind::cylinder, 3, 3, 2},
                        Storm{GridKind::cylinder, 7, 7, 1}, Storm{GridKind::cylinder, 11, 4, 1},
                        Storm{GridKind::cylinder, 16, 0, 1}, Storm{GridKind::cylinder, 16, 0, 4, 6},
                        Storm{GridKind::cylinder, 17, 16, 1, 7},
                        Storm{GridKind::cylinder, 31, 31, 1}, Storm{GridKind::cylinder, 32, 2, 1},
                        Storm{GridKind::cylinder, 61, 0, 2}, Storm{GridKind::cylinder, 100, 50, 1},
                        Storm{GridKind::cylinder, 256, 0, 1}, Storm{GridKind::cylinder, 15, 5, 1},
                        Storm{GridKind::cylinder, 7, 1, 1}, Storm{GridKind::cylinder, 2, 2, 1},
                        Storm{GridKind::cylinder, 3, 1, 1}, Storm{GridKind::cylinder, 4, 4, 1, 3},
                        Storm{GridKind::cylinder, 5, 5, 1}, Storm{GridKind::cylinder, 64, 64, 1, 2},
                        Storm{GridKind::cylinder, 128, 1, 1},
                        Storm{GridKind::cylinder, 128, 2, 1, 9},
                        Storm{GridKind::cylinder, 256, 16, 3}, Storm{GridKind::mesh, 15, 5, 1},
                        Storm{GridKind::mesh, 7, 7, 1}, Storm{GridKind::mesh, 7, 1, 1},
                        Storm{GridKind::mesh, 256, 2, 1, 4, 500},
                        Storm{GridKind::cylinder, 2048, 0, 1, 0, 60},
                        Storm{GridKind::cylinder, 20, 4, 1, 0, 1000, 4},
                        Storm{GridKind::cylinder, 33, 5, 1, 3, 1000, 2},
                        Storm{GridKind::mesh, 21, 4, 1, 0, 1000, 3},
                        Storm{GridKind::cylinder, 10, 1, 1, 0, 1000, 1}),
        testing::Values(0, 1, 2)),
    [](const auto &row) {
        const Storm &s = std::get<0>(row.param);
        return std::string(s.topology == GridKind::mesh ? "mesh" : "cylinder") +
               std::to_string(s.nodes) + "columns" + std::to_string(s.columns) + "buffers" +
               std::to_string(s.buffers) + "seed" + std::to_string(std::get<1>(row.param));
    });

/// Every node sends as fast as it can to the node `away` places further, which takes all arrivals.
/// Returns each receiver's packets of each priority.
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
    // With one-packet buffers all are full: without the second channel this stops forever.
    for (const std::uint32_t nodes : {2u, 3u, 4u, 7u, 16u})
        for (std::uint32_t away = 1; away < nodes; ++away) {
            Mesh mesh(ring(nodes, 1), nodes);
            flood(mesh, away, 1000);
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

TEST(Ring, WithoutTheSecondChannelItStandsStill) {
    // The second channel's purpose (docs/network.md): the same packets, and all receivers take.
    for (const std::uint32_t nodes : {4u, 7u, 16u}) {
        Mesh mesh(ring(nodes, 1), nodes, 0, 1);
        flood(mesh, nodes / 2, 1000);
        std::uint64_t now = 1000;
        for (; now < 20000 && !mesh.still(); ++now) mesh.advance(now);
        EXPECT_TRUE(mesh.still()) << nodes;
        EXPECT_GT(mesh.in_flight(), 0u) << nodes;
        std::uint32_t waiting[priorities] = {};
        for (const Standing &at : mesh.standing()) {
            EXPECT_NE(at.place, Standing::Place::receive) << "nobody could take it";
            if (at.place == Standing::Place::router) ++waiting[at.packet.channel];
        }
        // The cycle: at each router a packet from the west waits for the east.
        EXPECT_EQ(waiting[0], nodes);
        EXPECT_EQ(waiting[1], nodes);
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
    // All nodes flood one node with low packets.
    for (const GridKind topology : topologies) {
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
        // The node receives one in 7 cycles. Where paths meet, each input has its turn, so a
        // distant node gets less, but is never blocked.
        EXPECT_LT(longest, 2000u);
    }
}

/// Cycles at which node 1 has a packet of each priority from node 0, each at the rate `every` (0:
/// as fast as possible; never: not at all).
struct Stream {
    std::vector<std::uint64_t> came[priorities];
};
constexpr std::uint64_t silent = ~std::uint64_t{0};
Stream stream(const MeshConfig &c, std::uint64_t low_every, std::uint64_t high_every,
              std::uint8_t words, std::uint64_t cycles) {
    Mesh mesh(c, 2);
    Stream result;
    std::uint32_t number = 0;
    std::uint64_t next[priorities] = {1, 1};
    const std::uint64_t every[priorities] = {low_every, high_every};
    for (std::uint64_t now = 1; now < cycles; ++now) {
        mesh.advance(now - 1);
        for (const Priority p : both) {
            const auto i = static_cast<unsigned>(p);
            if (every[i] != silent && now >= next[i] && mesh.free_slots(0, p)) {
                mesh.inject(now, packet(0, 1, ++number, p, words));
                next[i] += every[i];
            }
            if (const Delivery *d = mesh.front(1, p); d && d->cycle <= now) {
                result.came[i].push_back(d->cycle);
                mesh.take(now, 1, p);
            }
        }
    }
    return result;
}

TEST(Link, IsHeldForThePacketsLengthAndFullyUsedByOnePriority) { // CSD-94-823 3.5
    for (const Priority p : both)
        for (std::uint8_t words = 0; words <= scalar_words; ++words) {
            const MeshConfig c = slow_links();
            const bool high = p == Priority::high;
            const auto came = stream(c, high ? silent : 0, high ? 0 : silent, words, 2000)
                                  .came[static_cast<unsigned>(p)];
            ASSERT_GT(came.size(), 100u);
            for (std::size_t i = 1; i < came.size(); ++i)
                EXPECT_EQ(came[i] - came[i - 1], (c.header_words + 1 + words) * c.cycles_per_word);
        }
}

TEST(Link, IsSharedOnDemand) { // CSD-94-823 3.5: demand-multiplexed
    MeshConfig c = slow_links();
    const std::uint64_t length = (c.header_words + 1 + 1) * c.cycles_per_word, cycles = 60000;
    const std::size_t capacity = cycles / length;
    for (const std::uint32_t burst : {1u, 4u, 9u}) {
        c.high_burst = burst;
        const Stream flood = stream(c, 0, 0, 1, cycles);
        const std::size_t low = flood.came[0].size(), high = flood.came[1].size();
        // Both want the whole link: no cycle of it is lost, and low gets one turn in burst + 1.
        EXPECT_NEAR(low + high, capacity, 5);
        EXPECT_NEAR(low, capacity / (burst + 1), 5);
    }
    // High wants a third: it gets that, and low gets the rest.
    const Stream third = stream(c, 0, 3 * length, 1, cycles);
    EXPECT_NEAR(third.came[1].size(), capacity / 3, 5);
    EXPECT_NEAR(third.came[0].size(), capacity - capacity / 3, 5);
}

TEST(Link, EndlessHighTrafficDoesNotStarveLow) {
    for (const GridKind topology : topologies) {
        Mesh mesh(buffers(4, topology), 16);
        const std::vector<std::uint32_t> got = flood(mesh, 5, 20000);
        for (std::uint32_t n = 0; n < 16; ++n) {
            EXPECT_GT(got[n * priorities], 100u) << n;
            EXPECT_GE(got[n * priorities + 1], got[n * priorities]) << n;
        }
    }
}

TEST(Link, AHighPacketWaitsForOneLowPacketAtMost) {
    // A link that low packets flood; a high one arrives at any moment.
    const MeshConfig c = slow_links();
    const std::uint64_t length = (c.header_words + 1 + 5) * c.cycles_per_word;
    for (std::uint64_t moment = 500; moment < 500 + 2 * length; ++moment) {
        Mesh mesh(c, 2);
        std::uint32_t number = 0;
        std::uint64_t came = 0;
        for (std::uint64_t now = 1; !came; ++now) {
            mesh.advance(now - 1);
            if (mesh.free_slots(0, Priority::low))
                mesh.inject(now, packet(0, 1, ++number, Priority::low, 5));
            if (now == moment) mesh.inject(now, packet(0, 1, ++number, Priority::high, 5));
            if (const Delivery *d = mesh.front(1, Priority::low); d && d->cycle <= now)
                mesh.take(now, 1, Priority::low);
            if (const Delivery *d = mesh.front(1, Priority::high)) came = d->cycle;
        }
        const std::uint64_t alone = moment + c.hop_latency + c.eject_latency + length;
        EXPECT_LE(came, alone + 2 * length) << "one on the link, one into the receive buffer";
    }
}

TEST(Mesh, HighPassesAJamOfLowEverywhere) {
    for (const GridKind topology : topologies) {
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
    // No receiver takes. Each packet in the network is shown once, each buffer within its size.
    for (const GridKind topology : topologies) {
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
