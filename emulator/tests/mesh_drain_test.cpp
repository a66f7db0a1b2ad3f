// Routers that drain (CSD-94-823 3.6): destinations, losses and order of packets.
#include "mesh_fixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace inlet::net {
namespace {

Packet user_packet(std::uint32_t from, std::uint32_t to, std::uint32_t number,
                   Priority p = Priority::low) {
    Packet u = packet(from, to, number, p);
    u.user = true;
    return u;
}

TEST(Drain, EndsAUserPacketAtTheFirstRouterThatDrains) {
    const MeshConfig c = ring(16, 2);
    for (const std::uint32_t at : {0u, 1u, 3u, 5u}) {
        Mesh mesh(c, 16);
        mesh.drain(at, true);
        mesh.inject(1, user_packet(0, 5, 1));
        mesh.inject(1, packet(0, 5, 2, Priority::high));
        mesh.advance(1000);
        const Delivery *drained = mesh.front(at, Priority::low);
        ASSERT_TRUE(drained) << at;
        EXPECT_EQ(drained->packet.destination, 5u);
        const std::uint64_t length = 3u * c.cycles_per_word;
        // It shares its path with the kernel's packet, which goes first.
        EXPECT_LE(drained->cycle, 1 + at * c.hop_latency + c.eject_latency + 2 * length);
        EXPECT_TRUE(mesh.front(5, Priority::high)) << "sent in kernel mode: goes on";
    }
}

TEST(Drain, TakesWhatWaitsInEveryBuffer) {
    // No receiver takes: packets to node 3 fill all buffers on the path. Then all routers drain.
    const MeshConfig c = ring(6, 1);
    Mesh mesh(c, 6);
    std::uint32_t number = 0;
    for (std::uint64_t now = 1; now < 200; ++now) {
        mesh.advance(now - 1);
        for (std::uint32_t n = 0; n < 6; ++n)
            if (mesh.free_slots(n, Priority::low)) mesh.inject(now, user_packet(n, 3, ++number));
    }
    mesh.advance(1000);
    ASSERT_FALSE(mesh.busy()) << "a jam";
    for (const Standing &s : mesh.standing())
        if (s.place == Standing::Place::injection && s.router != 3) {
            EXPECT_NE(s.to, Port::local);
        }
    for (std::uint32_t n = 0; n < 6; ++n) mesh.drain(n, true);
    for (const Standing &s : mesh.standing()) EXPECT_EQ(s.to, Port::local);
    std::set<std::uint32_t> seen;
    for (std::uint64_t now = 1001; now < 2000; ++now) {
        mesh.advance(now);
        for (std::uint32_t n = 0; n < 6; ++n)
            if (const Delivery *d = mesh.front(n, Priority::low); d && d->cycle <= now) {
                EXPECT_TRUE(seen.insert(d->packet.number).second);
                mesh.take(now, n, Priority::low);
            }
    }
    EXPECT_EQ(seen.size(), number);
    EXPECT_EQ(mesh.in_flight(), 0u);
}

/// A multicast leaves its copies up to the first router that drains, and ends there for the others.
TEST(Drain, EndsAMulticastBehindItsCopy) {
    const MeshConfig c = ring(16, 2);
    for (const std::uint32_t at : {0u, 1u, 3u, 5u}) {
        Mesh mesh(c, 16);
        mesh.drain(at, true);
        Packet sent = multicast(0, 5, 1);
        sent.user = true;
        mesh.inject(1, sent);
        std::vector<std::uint32_t> copies;
        std::uint32_t ended = 0;
        for (std::uint64_t now = 1; now < 1000; ++now) {
            mesh.advance(now);
            for (std::uint32_t n = 0; n < 16; ++n) {
                const Delivery *d = mesh.front(n, Priority::low);
                if (!d || d->cycle > now) continue;
                if (d->packet.rest.hops()) {
                    ++ended;
                    EXPECT_EQ(n, at);
                    EXPECT_EQ(nodes_on(mesh.grid(), n, d->packet.rest),
                              nodes_on(mesh.grid(), n, mesh.grid().way(n, 5)));
                } else {
                    copies.push_back(n);
                }
                mesh.take(now, n, Priority::low);
            }
        }
        EXPECT_EQ(ended, at == 5 ? 0u : 1u);
        std::vector<std::uint32_t> before;
        for (std::uint32_t n = 1; n <= at; ++n) before.push_back(n);
        EXPECT_EQ(copies, before) << "the sender gets none";
        EXPECT_EQ(mesh.in_flight(), 0u);
    }
}

/// Once around the ring, drained at a node to and from which this path is not the shortest.
TEST(Drain, AMulticastRoundTheRingKeepsItsDirection) {
    Mesh mesh(ring(6, 2), 6);
    mesh.drain(1, true);
    Packet sent = multicast(3, 3, 1);
    sent.user = true;
    mesh.inject(1, sent);
    mesh.advance(1000);
    ASSERT_TRUE(mesh.received(1, Priority::low, 1));
    EXPECT_FALSE(mesh.front(1, Priority::low)->packet.rest.hops()) << "its copy";
    const Packet &rest = mesh.received(1, Priority::low, 1)->packet;
    EXPECT_EQ(nodes_on(mesh.grid(), 1, rest.rest), (std::vector<std::uint32_t>{2, 3}));
    EXPECT_EQ(mesh.in_flight(), 2u + 2u + 1u) << "copies of 4, 5, 0 and 1, and the rest";
}

TEST(Drain, OffAgainWhatWaitsGoesOn) {
    const MeshConfig c = ring(6, 1);
    Mesh mesh(c, 6);
    // One packet fills the receive buffer of node 2, which drains; the next ones wait there.
    mesh.drain(2, true);
    std::uint32_t number = 0;
    for (std::uint64_t now = 1; now < 100; ++now) {
        mesh.advance(now - 1);
        if (mesh.free_slots(1, Priority::low)) mesh.inject(now, user_packet(1, 3, ++number));
    }
    ASSERT_FALSE(mesh.busy());
    mesh.drain(2, false);
    mesh.advance(1000);
    EXPECT_EQ(mesh.front(2, Priority::low)->packet.number, 1u) << "delivered before";
    ASSERT_TRUE(mesh.front(3, Priority::low));
    EXPECT_EQ(mesh.front(3, Priority::low)->packet.number, 2u);
}

struct Shape {
    GridKind topology;
    std::uint32_t nodes, columns, buffers;
    std::uint64_t jitter = 0;
};
class Drains : public testing::TestWithParam<Shape> {
  protected:
    MeshConfig config() const {
        MeshConfig c = buffers(GetParam().buffers, GetParam().topology);
        c.columns = GetParam().columns;
        return c;
    }
};

/// Routers start and stop draining at random. Every packet arrives once at each destination or,
/// sent in user mode, once at a node on its path; there a multicast has the remaining nodes.
TEST_P(Drains, NothingIsLostOrDuplicated) {
    const Shape &shape = GetParam();
    Mesh mesh(config(), shape.nodes, shape.jitter);
    std::minstd_rand random(shape.nodes + shape.buffers);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> due; // number and node
    std::map<std::uint32_t, std::uint32_t> unicasts;
    std::uint32_t sent = 0, drained = 0, delivered = 0, cut = 0;
    std::vector<bool> drains(shape.nodes);
    const std::uint64_t injecting = 2000;
    std::uint64_t now = 1;
    for (; now < 100000 && (now < injecting || mesh.in_flight()); ++now) {
        mesh.advance(now - 1);
        for (std::uint32_t n = 0; n < shape.nodes; ++n) {
            if (random() % 64 == 0) {
                mesh.drain(n, drains[n] = !drains[n]);
            }
            for (const Priority p : both) {
                if (now < injecting && random() % 8 == 0 && mesh.free_slots(n, p)) {
                    Packet packet = user_packet(n, below(random, shape.nodes), ++sent, p);
                    packet.user = random() % 4;
                    packet.multicast = random() % 8 == 0;
                    const std::uint32_t to = packet.destination;
                    if (packet.multicast) {
                        const auto receivers =
                            nodes_on(mesh.grid(), n, mesh.grid().multicast_way(n, to));
                        for (const std::uint32_t r : receivers) ++due[{sent, r}];
                        if (receivers.empty()) ++due[{sent, to}];
                    } else {
                        unicasts[sent] = to;
                    }
                    mesh.inject(now, packet);
                }
                const Delivery *d = mesh.front(n, p);
                if (!d || d->cycle > now || random() % 3) continue;
                const Packet &came = d->packet;
                if (came.rest.hops()) {
                    EXPECT_TRUE(came.user && came.multicast);
                    for (const std::uint32_t r : nodes_on(mesh.grid(), n, came.rest))
                        ASSERT_EQ(due.erase({came.number, r}), 1u);
                    ++cut;
                } else if (came.multicast) {
                    ASSERT_EQ(due.erase({came.number, n}), 1u);
                } else {
                    ASSERT_EQ(unicasts.erase(came.number), 1u);
                    if (came.destination == n) {
                        ++delivered;
                    } else {
                        ++drained;
                        EXPECT_TRUE(came.user);
                        const auto way = nodes_on(mesh.grid(), came.source,
                                                  mesh.grid().way(came.source, came.destination));
                        EXPECT_TRUE(n == came.source ||
                                    std::find(way.begin(), way.end(), n) != way.end());
                    }
                }
                mesh.take(now, n, p);
            }
        }
    }
    EXPECT_EQ(mesh.in_flight(), 0u) << "at " << now;
    EXPECT_TRUE(due.empty());
    EXPECT_TRUE(unicasts.empty());
    EXPECT_GT(delivered, 0u);
    if (shape.nodes > 1) {
        EXPECT_GT(drained, 0u);
        EXPECT_GT(cut, 0u);
    }
}

/// What software needs to restore the order of a pair: a packet drained nearer to the destination
/// is older; at one node the order of arrival counts. This holds for every pair, and for copies of
/// multicasts beside other messages, except where those took the long way around a ring.
TEST_P(Drains, TheDistanceToGoTellsTheOrder) {
    const Shape &shape = GetParam();
    std::uint32_t rests = 0;
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        Mesh mesh(config(), shape.nodes, shape.jitter);
        std::minstd_rand random(seed);
        // By pair and priority: remaining distance, index at the draining node, number.
        using Pair = std::tuple<std::uint32_t, std::uint32_t, Priority, bool>;
        std::map<Pair, std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>> came;
        std::uint32_t sent = 0, index = 0, got = 0, due = 0;
        std::vector<std::uint64_t> drains_at(shape.nodes);
        for (auto &at : drains_at) at = 500 + below(random, 60); // not all at the same time
        std::uint64_t now = 1;
        for (; now < 100000 && (now < 600 || mesh.in_flight()); ++now) {
            mesh.advance(now - 1);
            for (std::uint32_t n = 0; n < shape.nodes; ++n) {
                if (now - 1 == drains_at[n]) mesh.drain(n, true);
                for (const Priority p : both) {
                    if (now <= drains_at[n] && mesh.free_slots(n, p)) {
                        Packet packet = user_packet(n, below(random, shape.nodes), ++sent, p);
                        packet.multicast =
                            random() % 4 == 0 && mesh.grid().multicasts(n, packet.destination);
                        due += packet.multicast ? mesh.grid().receivers(n, packet.destination) : 1;
                        mesh.inject(now, packet);
                    }
                    const Delivery *d = mesh.front(n, p);
                    if (!d || d->cycle > now || (now < 500 && random() % 16)) continue;
                    const Packet &packet = d->packet;
                    const bool round = packet.multicast && packet.source == packet.destination;
                    const auto note = [&](std::uint32_t to, std::uint32_t hops) {
                        const bool ring = round && mesh.grid().way(packet.source, to).across <= 0;
                        came[{packet.source, to, p, ring}].push_back({hops, index, packet.number});
                        ++got;
                    };
                    if (!packet.multicast)
                        note(packet.destination, mesh.grid().way(n, packet.destination).hops());
                    else if (!packet.rest.hops())
                        note(n, 0);
                    Way step = packet.rest;
                    std::uint32_t at = mesh.grid().router_of(n);
                    for (std::uint32_t hops = 1; step.hops(); ++hops) {
                        at = mesh.grid().neighbour(at, step.next());
                        step.step();
                        if (mesh.grid().has_node(at)) note(mesh.grid().node_at(at), hops);
                    }
                    rests += packet.rest.hops() != 0;
                    ++index;
                    mesh.take(now, n, p);
                }
            }
        }
        EXPECT_EQ(got, due);
        for (auto &[pair, packets] : came) {
            std::sort(packets.begin(), packets.end());
            for (std::size_t i = 1; i < packets.size(); ++i)
                ASSERT_LT(std::get<2>(packets[i - 1]), std::get<2>(packets[i]))
                    << std::get<0>(pair) << " to " << std::get<1>(pair) << " seed " << seed;
        }
    }
    if (shape.nodes > 1) {
        EXPECT_GT(rests, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Drains,
    testing::Values(Shape{GridKind::cylinder, 1, 0, 1}, Shape{GridKind::cylinder, 2, 0, 1},
                    Shape{GridKind::cylinder, 6, 0, 1}, Shape{GridKind::cylinder, 15, 5, 1},
                    Shape{GridKind::cylinder, 16, 0, 2}, Shape{GridKind::cylinder, 16, 16, 1},
                    Shape{GridKind::cylinder, 11, 4, 1, 5}, Shape{GridKind::cylinder, 16, 0, 4, 3},
                    Shape{GridKind::mesh, 16, 0, 1}, Shape{GridKind::mesh, 14, 4, 2, 7}),
    [](const auto &row) {
        const Shape &s = row.param;
        return std::string(s.topology == GridKind::mesh ? "mesh" : "cylinder") +
               std::to_string(s.nodes) + "x" + std::to_string(s.columns) + "b" +
               std::to_string(s.buffers) + "j" + std::to_string(s.jitter);
    });

} // namespace
} // namespace inlet::net
