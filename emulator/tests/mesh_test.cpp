// The network's contract (docs/network.md).
#include "mesh_fixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace inlet::net {
namespace {

TEST(Mesh, IdleLatencyIsHopsPlusWords) {
    for (const GridKind topology : topologies)
        for (std::uint32_t to = 0; to < 16; ++to)
            for (std::uint8_t words = 0; words <= 5; ++words) {
                const MeshConfig c = slow_links(topology);
                Mesh mesh(c, 16);
                mesh.inject(10, packet(0, to, 1, Priority::low, words));
                mesh.advance(1000);
                const std::uint32_t across = to % 4;
                const std::uint32_t hops =
                    (across == 3 && topology == GridKind::cylinder ? 1 : across) + to / 4;
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
    // No receiver takes: every buffer on the path is full and no further packet is accepted.
    EXPECT_EQ(sent, c.injection_packets + c.router_packets + c.receive_packets);
    EXPECT_EQ(mesh.free_slots(0, Priority::low), 0u);
    EXPECT_EQ(mesh.free_slots(0, Priority::high), c.injection_packets);
    // The other priority still gets through (CSD-94-823 A.1).
    mesh.inject(1001, packet(0, 1, 100, Priority::high));
    mesh.advance(2000);
    ASSERT_NE(mesh.front(1, Priority::high), nullptr);
    // One taken, one accepted: back-pressure releases slot by slot.
    mesh.take(2000, 1, Priority::low);
    mesh.advance(3000);
    EXPECT_EQ(mesh.free_slots(0, Priority::low), 1u);
}

/// The numbers of 200 packets from one node to another in the order of delivery.
std::vector<std::uint32_t> delivered(std::uint32_t reorder, std::uint64_t seed) {
    MeshConfig c = buffers(4);
    c.reorder = reorder;
    Mesh mesh(c, 4, seed);
    std::vector<std::uint32_t> numbers;
    std::uint64_t last = 0;
    std::uint32_t sent = 0;
    for (std::uint64_t now = 1; numbers.size() < 200; ++now) {
        EXPECT_LT(now, 100000u);
        mesh.advance(now - 1);
        if (sent < 200 && mesh.free_slots(0, Priority::low)) mesh.inject(now, packet(0, 3, ++sent));
        const Delivery *d = mesh.front(3, Priority::low);
        // As a node does: takes what has arrived; later deliveries have later cycles.
        if (!d || d->cycle > now) continue;
        EXPECT_GT(d->cycle, last);
        last = d->cycle;
        numbers.push_back(d->packet.number);
        mesh.take(now, 3, Priority::low);
    }
    EXPECT_EQ(mesh.in_flight(), 0u);
    return numbers;
}

TEST(Mesh, ReorderPermutesThePacketsOfAPairAndLosesNone) {
    for (const std::uint64_t seed : {0, 1, 2}) {
        EXPECT_TRUE(std::ranges::is_sorted(delivered(0, seed)));
        std::vector<std::uint32_t> some = delivered(50, seed);
        EXPECT_EQ(some, delivered(50, seed));
        EXPECT_NE(some, delivered(50, seed + 1));
        // At most as far as the receive buffer is long.
        unsigned passed = 0;
        for (std::uint32_t i = 0; i < some.size(); ++i) {
            EXPECT_LE(some[i], i + 4);
            passed += some[i] != i + 1;
        }
        EXPECT_GT(passed, some.size() / 2);
        std::ranges::sort(some);
        for (std::uint32_t i = 0; i < some.size(); ++i) ASSERT_EQ(some[i], i + 1);
    }
}

TEST(Mesh, IsStillWhenNothingIsGoingToHappen) {
    const MeshConfig c = slow_links();
    Mesh mesh(c, 2);
    EXPECT_TRUE(mesh.still());
    mesh.inject(1, packet(0, 1, 1));
    EXPECT_FALSE(mesh.still());
    std::uint64_t now = 0;
    while (mesh.busy()) mesh.advance(++now);
    // It is delivered, and its slots are free, in the future.
    const std::uint64_t delivered = mesh.front(1, Priority::low)->cycle;
    ASSERT_GT(delivered, now);
    for (; now < delivered; mesh.advance(++now)) EXPECT_FALSE(mesh.still());
    EXPECT_TRUE(mesh.still());
    EXPECT_EQ(mesh.free_slots(0, Priority::low), c.injection_packets);
}

TEST(Mesh, OrderOfTheCallsDoesNotMatter) {
    // The same packets injected from the first node to the last, and in the opposite order.
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
