// The network's promises to the scheduler under random load: nothing is visible sooner than
// promised.
#include "effort.h"
#include "mesh_fixture.h"

#include <gtest/gtest.h>
#include <map>
#include <tuple>
#include <utility>

namespace inlet::net {
namespace {

/// A run with random acts, and one act more or less at one moment.
struct Deliveries {
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, int>
        all;                                     ///< cycle, node, number
    std::uint64_t to_oneself = 0, to_others = 0; ///< promise before the act
    std::uint32_t actor = ~0u;
};

enum class Act { none, inject, take, drain };

Deliveries act(const MeshConfig &c, std::uint32_t nodes, std::uint32_t seed, std::uint64_t moment,
               Act what, bool does) {
    Mesh mesh(c, nodes, seed % 3);
    std::minstd_rand random(seed);
    Deliveries result;
    std::uint32_t sent = 0;
    std::vector<bool> drains(nodes);
    for (std::uint64_t now = 1; now < moment + 100; ++now) {
        mesh.advance(now - 1);
        for (std::uint32_t n = 0; n < nodes; ++n) {
            const bool turns = seed % 2 && random() % 40 == 0;
            if (now >= moment && result.actor == ~0u && what == Act::drain && n == seed % nodes) {
                result.actor = n;
                result.to_oneself = mesh.known() + mesh.min_delivery_after_drain(true);
                result.to_others = mesh.known() + mesh.min_delivery_after_drain(false);
                if (does) mesh.drain(n, !drains[n]);
            } else if (now < moment && turns) {
                mesh.drain(n, drains[n] = !drains[n]);
            }
            for (const Priority p : both) {
                for (std::uint32_t place = 0; const Delivery *d = mesh.received(n, p, place);
                     ++place)
                    result.all[{d->cycle, n, d->packet.number}] = 1;
                Packet packet{n, below(random, nodes), ++sent, 0, p, 0, {}};
                packet.multicast = random() % 3 == 0;
                packet.user = random() % 4;
                const bool injects = random() % 6 == 0, takes = random() % 20 == 0;
                const Delivery *d = mesh.front(n, p);
                const bool can_take = d && d->cycle <= now;
                const bool now_it_is = now >= moment && result.actor == ~0u;
                if (now_it_is && what == Act::inject && mesh.free_slots(n, p)) {
                    result.actor = n;
                    result.to_oneself = now + mesh.min_delivery(true);
                    result.to_others = now + mesh.min_delivery(false);
                    if (does) mesh.inject(now, packet);
                } else if (now_it_is && what == Act::take && can_take) {
                    result.actor = n;
                    result.to_oneself = now + mesh.min_delivery_after_take(true);
                    result.to_others = now + mesh.min_delivery_after_take(false);
                    if (does) mesh.take(now, n, p);
                } else if (now < moment) {
                    if (injects && mesh.free_slots(n, p)) mesh.inject(now, packet);
                    if (takes && can_take) mesh.take(now, n, p);
                }
            }
        }
    }
    return result;
}

TEST(Contract, WhatANodeDoesIsNoticedNoSoonerThanPromised) {
    int noticed = 0;
    for (const GridKind topology : topologies)
        for (std::uint32_t seed = 1; seed <= test::tries(150); ++seed)
            for (const Act what : {Act::inject, Act::take, Act::drain}) {
                MeshConfig c = buffers(1 + seed % 2, topology);
                c.hop_latency = 1 + seed % 3;
                c.cycles_per_word = 1 + seed % 2;
                const std::uint32_t nodes = 2 + seed % 11;
                const Deliveries with = act(c, nodes, seed, 300, what, true);
                const Deliveries without = act(c, nodes, seed, 300, what, false);
                ASSERT_EQ(with.actor, without.actor);
                for (const auto *pair : {&with, &without})
                    for (const auto &[delivery, unused] : pair->all) {
                        const Deliveries &other = pair == &with ? without : with;
                        if (other.all.count(delivery)) continue;
                        ++noticed;
                        const auto [cycle, node, number] = delivery;
                        EXPECT_GE(cycle, node == with.actor ? with.to_oneself : with.to_others)
                            << seed << " node " << node << " of " << nodes;
                    }
            }
    EXPECT_GT(noticed, static_cast<int>(test::tries(200)));
}

TEST(Contract, NextDeliveryIsALowerBound) {
    int deliveries = 0;
    const std::pair<GridKind, bool> shapes[] = {{GridKind::mesh, false},
                                                {GridKind::mesh, true},
                                                {GridKind::cylinder, false},
                                                {GridKind::cylinder, true}};
    int nothing_comes = 0;
    for (const auto &[topology, plain] : shapes) { // plain: no multicasts, no drains
        Mesh mesh(buffers(1, topology), 20, 3);
        std::minstd_rand random(1);
        std::uint32_t sent = 0;
        const auto count = [&] {
            std::map<std::pair<std::uint32_t, std::uint64_t>, int> all;
            for (std::uint32_t n = 0; n < 20; ++n)
                for (const Priority p : both)
                    for (std::uint32_t i = 0; const Delivery *d = mesh.received(n, p, i); ++i)
                        all[{d->packet.number, d->cycle}] = static_cast<int>(n);
            return all;
        };
        for (std::uint64_t now = 1; now < 5000; ++now) {
            mesh.advance(now - 1);
            if (now / 20 % 2) { // a pause, in which the promise must hold
                const auto before = count();
                const std::uint64_t promised = mesh.next_delivery();
                std::vector<std::uint64_t> to_node;
                for (std::uint32_t n = 0; n < 20; ++n) {
                    to_node.push_back(mesh.next_delivery(n));
                    EXPECT_GE(to_node[n], promised);
                    nothing_comes += promised != Mesh::never &&
                                     to_node[n] == promised + mesh.min_delivery(false);
                }
                mesh.advance(now + 18);
                for (const auto &[delivery, node] : count()) {
                    if (before.count(delivery)) continue;
                    EXPECT_GE(delivery.second, to_node[node]);
                    ++deliveries;
                }
                now += 19;
                continue;
            }
            for (std::uint32_t n = 0; n < 20; ++n) {
                if (!plain && random() % 50 == 0) mesh.drain(n, random() % 2);
                for (const Priority p : both) {
                    if (random() % 5 == 0 && mesh.free_slots(n, p)) {
                        Packet packet{n, below(random, 20), ++sent, 0, p, 0, {}};
                        packet.multicast = !plain && random() % 4 == 0;
                        packet.user = random() % 4;
                        mesh.inject(now, packet);
                    }
                    const Delivery *d = mesh.front(n, p);
                    if (d && d->cycle <= now && random() % 8 == 0) mesh.take(now, n, p);
                }
            }
        }
    }
    EXPECT_GT(deliveries, 200);
    EXPECT_GT(nothing_comes, 50);
}

TEST(Contract, NextDeliveryCountsNodesThatWaitForRoom) {
    MeshConfig c = buffers(1, GridKind::mesh);
    c.eject_latency = 20; // longer than a credit takes
    Mesh mesh(c, 4, 0);
    mesh.inject(1, packet(0, 1, 1));
    std::uint64_t promised = 0, sent = 0; // the latest promise before node 0 has room, and sends
    for (std::uint64_t now = 1; !mesh.front(2, Priority::low); ++now) {
        mesh.advance(now);
        if (sent) continue;
        if (mesh.next_delivery(2) != Mesh::never)
            promised = std::max(promised, mesh.next_delivery(2));
        if (mesh.room_at(0, Priority::low) > now + 1) continue;
        sent = now + 1;
        mesh.inject(sent, packet(0, 2, 2));
    }
    ASSERT_GT(promised, 0u);
    EXPECT_GE(mesh.front(2, Priority::low)->cycle, promised);
}

} // namespace
} // namespace inlet::net
