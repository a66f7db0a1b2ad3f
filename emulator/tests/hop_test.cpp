// Hop events of a packet's route through the network.
#include "mesh_fixture.h"
#include "tests/recorder.h"

#include <gtest/gtest.h>
#include <vector>

namespace inlet::net {
namespace {

struct Watched {
    Watched(const MeshConfig &config, std::uint32_t nodes) : mesh(config, nodes) {
        mesh.watch(&recorder);
    }
    std::vector<std::uint32_t> routers(Port to) const {
        std::vector<std::uint32_t> out;
        for (const HopEvent &hop : recorder.hops)
            if ((hop.to == Port::local) == (to == Port::local)) out.push_back(hop.router);
        return out;
    }
    Mesh mesh;
    Recorder recorder;
};

MeshConfig t1() {
    MeshConfig c = buffers(2);
    c.hop_latency = 2;
    c.cycles_per_word = 1;
    return c;
}

// docs/network.md, "An example, worked out".
TEST(Hops, OfTheExample) {
    Watched w(t1(), 16);
    w.mesh.inject(5, packet(0, 5, 1, Priority::low, 2));
    w.mesh.advance(100);
    const HopEvent first{.message = {0, 1},
                         .destination = 5,
                         .handler = 0x10000,
                         .words = 2,
                         .high = false,
                         .multicast = false,
                         .router = 0,
                         .node = 0,
                         .from = Port::local,
                         .to = Port::east,
                         .next = 1,
                         .second = false,
                         .since = 5,
                         .cycle = 5,
                         .end = 9,
                         .arrives = 7};
    HopEvent second = first, last = first;
    second.router = second.node = 1;
    second.from = Port::west;
    second.to = Port::south;
    second.next = 5;
    second.since = second.cycle = 7;
    second.end = 11;
    second.arrives = 9;
    last.router = last.node = last.next = 5;
    last.from = Port::north;
    last.to = Port::local;
    last.since = last.cycle = 9;
    last.end = 13;
    last.arrives = 14;
    EXPECT_EQ(w.recorder.hops, (std::vector{first, second, last}));
}

TEST(Hops, WhatWaitsSaysSinceWhen) {
    Watched w(t1(), 16);
    w.mesh.inject(5, packet(0, 1, 1, Priority::low, 2));
    w.mesh.inject(6, packet(0, 1, 2, Priority::low, 2));
    w.mesh.advance(100);
    ASSERT_EQ(w.recorder.hops.size(), 4u);
    const HopEvent &second = w.recorder.hops[2];
    EXPECT_EQ(second.message.number, 2u);
    EXPECT_EQ(second.since, 6u);
    EXPECT_EQ(second.cycle, 9u);
}

TEST(Hops, OverTheDatelineIntoTheSecondChannel) {
    Watched w(ring(5, 1), 5);
    w.mesh.inject(1, packet(4, 1, 1));
    w.mesh.advance(100);
    ASSERT_EQ(w.recorder.hops.size(), 3u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(w.recorder.hops[i].to, Port::east);
        EXPECT_TRUE(w.recorder.hops[i].second);
    }
    EXPECT_FALSE(w.recorder.hops[2].second);
}

TEST(Hops, OfAMulticastToAllThatGetACopy) {
    Watched w(ring(6, 2), 6);
    w.mesh.inject(1, multicast(1, 3, 1));
    w.mesh.advance(100);
    EXPECT_EQ(w.routers(Port::local), (std::vector<std::uint32_t>{2, 3}));
    EXPECT_EQ(w.routers(Port::east), (std::vector<std::uint32_t>{1, 2}));
    for (const HopEvent &hop : w.recorder.hops) {
        EXPECT_TRUE(hop.multicast);
        EXPECT_EQ(hop.message, (MessageId{1, 1}));
        if (hop.to == Port::local) {
            EXPECT_EQ(hop.arrives, w.mesh.front(hop.node, Priority::low)->cycle);
        }
    }
}

TEST(Hops, OfWhatDrains) {
    Watched w(ring(6, 2), 6);
    w.mesh.drain(1, true);
    Packet user = packet(0, 2, 1);
    user.user = true;
    w.mesh.inject(1, user);
    w.mesh.advance(100);
    EXPECT_EQ(w.routers(Port::east), (std::vector<std::uint32_t>{0}));
    ASSERT_EQ(w.routers(Port::local), (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(w.recorder.hops.back().destination, 2u);
    EXPECT_EQ(w.recorder.hops.front().drained, 0u);
    EXPECT_EQ(w.recorder.hops.back().drained, 1u);
}

/// At router 2 both its copy and the rest of the packet enter one receive buffer.
TEST(Hops, OfAMulticastThatDrainsBehindItsCopy) {
    for (const std::uint32_t at : {0u, 2u}) {
        Watched w(ring(12, 2), 12);
        w.mesh.drain(at, true);
        Packet user = multicast(0, 5, 1);
        user.user = true;
        w.mesh.inject(1, user);
        w.mesh.advance(100);
        std::vector<std::pair<std::uint32_t, unsigned>> ends; // at which node, for how many nodes
        unsigned last = 0;
        for (const HopEvent &hop : w.recorder.hops) {
            if (hop.to == Port::local) ends.emplace_back(hop.node, hop.drained);
            last += hop.is_last();
        }
        if (at == 0)
            EXPECT_EQ(ends, (decltype(ends){{0, 5}}));
        else
            EXPECT_EQ(ends, (decltype(ends){{1, 0}, {2, 0}, {2, 3}}));
        EXPECT_EQ(last, 1u);
        EXPECT_TRUE(w.recorder.hops.back().is_last());
    }
}

// 5 nodes are a grid of 3 columns: router 5 has none.
TEST(Hops, OverRoutersWithoutANode) {
    Watched w(buffers(2), 5);
    w.mesh.inject(1, packet(3, 2, 1)); // one hop to the west, around the ring: over router 5
    w.mesh.advance(100);
    ASSERT_EQ(w.recorder.hops.size(), 3u);
    EXPECT_EQ(w.recorder.hops[1].router, 5u);
    EXPECT_EQ(w.recorder.hops[1].node, HopEvent::none);
}

// Independent of how the network is advanced, and of its observers.
TEST(Hops, AreTheSameInStrides) {
    std::vector<HopEvent> first;
    for (const std::uint64_t stride : {1, 3, 50}) {
        Watched w(buffers(1), 12);
        std::minstd_rand random(7);
        std::uint32_t number = 0;
        for (std::uint64_t now = 0; now < 2000; now += 50) {
            for (std::uint32_t n = 0; n < 12; ++n) {
                for (const Priority p : both) {
                    const Delivery *waits = w.mesh.front(n, p);
                    if (waits && waits->cycle <= now) w.mesh.take(now, n, p);
                    const std::uint32_t to = below(random, 12);
                    if (w.mesh.free_slots(n, p)) w.mesh.inject(now + 1, packet(n, to, ++number, p));
                }
            }
            for (std::uint64_t at = now + stride; at < now + 50; at += stride) w.mesh.advance(at);
            w.mesh.advance(now + 50);
        }
        if (first.empty()) first = w.recorder.hops;
        EXPECT_GT(first.size(), 100u);
        EXPECT_EQ(w.recorder.hops, first) << stride;
    }
}

} // namespace
} // namespace inlet::net
