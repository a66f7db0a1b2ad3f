// Multicast: copies along the route (CSD-94-823 A.8, 3.9; docs/network.md).
#include "mesh_fixture.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace inlet::net {
namespace {

TEST(Multicast, LeavesACopyAtEveryNodeOnTheWay) {
    for (const GridKind topology : topologies)
        for (const std::uint32_t nodes : {9u, 16u, 18u, 23u})
            for (std::uint32_t from = 0; from < nodes; ++from)
                for (std::uint32_t to = 0; to < nodes; ++to) {
                    if (from == to) continue;
                    const MeshConfig c = slow_links(topology);
                    Mesh mesh(c, nodes);
                    mesh.inject(5, multicast(from, to, 1));
                    const Way way = mesh.grid().way(from, to);
                    const auto receivers = nodes_on(mesh.grid(), from, way);
                    EXPECT_EQ(mesh.in_flight(), receivers.size());
                    EXPECT_EQ(receivers.back(), to);
                    mesh.advance(1000);
                    EXPECT_EQ(mesh.standing().size(), receivers.size());
                    for (const std::uint32_t r : receivers) {
                        const Delivery *d = mesh.front(r, Priority::low);
                        ASSERT_NE(d, nullptr);
                        // As late as a packet to this node alone: copies cost no time.
                        EXPECT_EQ(d->cycle, 5 + mesh.grid().way(from, r).hops() * c.hop_latency +
                                                mesh.min_delivery(true) + c.cycles_per_word);
                        EXPECT_TRUE(d->packet.multicast);
                        EXPECT_EQ(d->packet.destination, to);
                        mesh.take(1000, r, Priority::low);
                    }
                    EXPECT_EQ(mesh.in_flight(), 0u);
                }
}

TEST(Multicast, ToOneselfGoesOnceRoundTheRing) {
    const MeshConfig c = slow_links();
    for (const std::uint32_t nodes : {1u, 2u, 16u, 18u}) { // 18: 4 rows of 5, the last has 3 nodes
        Mesh mesh(c, nodes);
        const std::uint32_t columns = mesh.grid().columns();
        for (std::uint32_t from = 0; from < nodes; ++from) {
            const std::uint64_t start = from * 1000 + 1;
            mesh.inject(start, multicast(from, from, from + 1, Priority::high));
            mesh.advance(start + 500);
            std::uint32_t copies = 0;
            for (std::uint32_t n = from / columns * columns;
                 n < std::min(nodes, (from / columns + 1) * columns); ++n) {
                const std::uint32_t east = (n + columns - from - 1) % columns + 1;
                const Delivery *d = mesh.front(n, Priority::high);
                ASSERT_NE(d, nullptr) << from << ' ' << n;
                EXPECT_EQ(d->cycle, start + (columns > 1 ? east : 0) * c.hop_latency +
                                        mesh.min_delivery(true) + c.cycles_per_word);
                EXPECT_EQ(mesh.received(n, Priority::high, 1), nullptr);
                mesh.take(start + 500, n, Priority::high);
                ++copies;
            }
            EXPECT_EQ(mesh.grid().receivers(from, from), copies);
            EXPECT_EQ(mesh.in_flight(), 0u);
        }
    }
}

TEST(Multicast, WithoutARingOneselfIsJustOneself) {
    Mesh mesh(slow_links(GridKind::mesh), 9);
    mesh.inject(1, multicast(4, 4, 1));
    mesh.advance(100);
    EXPECT_EQ(mesh.in_flight(), 1u);
    EXPECT_NE(mesh.front(4, Priority::low), nullptr);
}

TEST(Multicast, ACopyThatFindsNoRoomBlocksThePacket) {
    const MeshConfig c = buffers(1);
    Mesh mesh(c, 3 * 3);
    // Down the first column: 0, 3, 6. Node 3 is full.
    mesh.inject(1, packet(3, 3, 1));
    mesh.advance(100);
    mesh.inject(101, multicast(0, 6, 2));
    mesh.advance(1000);
    EXPECT_EQ(mesh.front(6, Priority::low), nullptr);
    EXPECT_FALSE(mesh.busy());
    EXPECT_EQ(mesh.in_flight(), 3u);
    const auto standing = mesh.standing();
    ASSERT_EQ(standing.size(), 2u);
    EXPECT_EQ(standing[0].router, 3u);
    EXPECT_EQ(standing[0].place, Standing::Place::router);
    EXPECT_EQ(standing[0].from, Port::north);
    EXPECT_EQ(standing[0].to, Port::local);
    EXPECT_EQ(standing[0].since, 101 + c.hop_latency);
    EXPECT_EQ(standing[0].packet.number, 2u);
    EXPECT_EQ(standing[1].router, 3u);
    EXPECT_EQ(standing[1].place, Standing::Place::receive);
    EXPECT_EQ(standing[1].packet.number, 1u);
    // Room for the copy: the copy and the packet continue in the same cycle.
    const std::uint64_t to_others = mesh.min_delivery_after_take(false);
    mesh.take(1001, 3, Priority::low);
    mesh.advance(2000);
    const std::uint64_t copy = mesh.front(3, Priority::low)->cycle;
    EXPECT_EQ(copy, 1001 + mesh.min_delivery_after_take(true) + c.cycles_per_word);
    EXPECT_EQ(mesh.front(6, Priority::low)->cycle, copy + c.hop_latency);
    EXPECT_EQ(mesh.front(6, Priority::low)->cycle, 1001 + to_others + c.cycles_per_word);
    // High packets pass.
    mesh.inject(2001, multicast(0, 6, 3, Priority::high));
    mesh.advance(2100);
    EXPECT_NE(mesh.front(6, Priority::high), nullptr);
}

TEST(Multicast, WaitsForItsLinkWithTheCopyMade) {
    // 0 sends a multicast along the row to 2; the link from 1 to 2 is held up by a full node 2.
    Mesh mesh(ring(5, 1), 5);
    for (std::uint32_t i = 0; i < 3; ++i) { // receive buffer, router, injection buffer
        mesh.inject(i * 100 + 1, packet(1, 2, i + 1));
        mesh.advance(i * 100 + 100);
    }
    mesh.inject(301, multicast(0, 2, 4));
    mesh.advance(400);
    ASSERT_NE(mesh.front(1, Priority::low), nullptr);
    EXPECT_EQ(mesh.received(1, Priority::low, 1), nullptr)
        << "one copy, though it still stands there";
    mesh.advance(1000);
    std::vector<std::uint32_t> order;
    for (std::uint64_t now = 1000; now < 1500; ++now) {
        mesh.advance(now);
        const Delivery *d = mesh.front(2, Priority::low);
        if (!d || d->cycle > now) continue;
        order.push_back(d->packet.number);
        mesh.take(now, 2, Priority::low);
    }
    EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 2, 3, 4}));
    EXPECT_EQ(mesh.in_flight(), 1u);
}

} // namespace
} // namespace inlet::net
