// The hypercube of held paths: times by hand, storms, jitter, snapshots, and its contract.
#include "archive/archive.h"
#include "net/contract.h"
#include "net/cube.h"
#include "net/cube_lines.h"

#include <algorithm>
#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace inlet::net {

namespace {

Packet packet(std::uint32_t source, std::uint32_t destination, std::uint32_t number,
              std::uint16_t bytes = 12) {
    Packet p;
    p.source = source;
    p.destination = destination;
    p.number = number;
    p.channel = static_cast<std::uint8_t>(CubeTopology::first_dimension(source, destination));
    p.bytes = bytes;
    return p;
}

std::vector<std::uint8_t> bytes_of(const Packet &p) {
    std::vector<std::uint8_t> bytes(p.bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(p.source * 7 + p.number * 13 + i);
    return bytes;
}

void send(Cube &cube, std::uint64_t cycle, const Packet &p) { cube.inject(cycle, p, bytes_of(p)); }

void arm_all(Cube &cube, std::uint64_t cycle) {
    for (std::uint32_t n = 0; n < cube.topology().nodes(); ++n)
        for (unsigned d = 0; d < cube.topology().dimensions(); ++d) cube.arm(cycle, n, d);
}

TEST(Cube, OneMessageByHand) {
    const CubeConfig config{44, 9, 1, 74, 73};
    Cube cube(config, 8);
    arm_all(cube, 0);
    send(cube, 10, packet(1, 6, 1)); // three hops: dimensions 0, 1, 2
    cube.advance(2000);
    const Delivery *delivery = cube.front(6, 2);
    ASSERT_TRUE(delivery);
    EXPECT_EQ(delivery->cycle, 10u + 74 + 3 * 44 + 13 * 9 + 73);
    EXPECT_EQ(cube.room_at(1, 0), 10u + 74 + 3 * 44 + 13 * 9);
    const auto sent = bytes_of(packet(1, 6, 1));
    EXPECT_TRUE(std::equal(sent.begin(), sent.end(), cube.payload(delivery->packet).begin()));
    cube.take(2000, 6, 2);
    EXPECT_EQ(cube.in_flight(), 0u);
}

/// Bytes on links: those of each message and its end, on every link of its path.
TEST(Cube, LinkBytes) {
    const CubeConfig config{44, 9, 1, 74, 73};
    Cube cube(config, 8);
    arm_all(cube, 0);
    EXPECT_EQ(cube.link_bytes(), 0u);
    send(cube, 10, packet(1, 6, 1, 12)); // three hops
    send(cube, 10, packet(2, 3, 1, 64)); // one
    cube.advance(5000);
    constexpr std::uint64_t carried = 3 * (12 + 1) + 64 + 1;
    EXPECT_EQ(cube.link_bytes(), carried);
    Archive save;
    cube.archive(save);
    const std::vector<std::uint8_t> bytes = save.take();
    Cube copy(config, 8);
    Archive load{bytes};
    copy.archive(load);
    EXPECT_EQ(copy.link_bytes(), carried);

    // With two priorities: destination and handler are 8 bytes; to itself a message takes no link.
    CubeLines lines(config, 8, 0);
    Packet sent = packet(1, 6, 1, 0);
    sent.channel = CubeLines::high;
    sent.words = 5;
    lines.inject(10, sent);
    sent.destination = sent.source;
    lines.inject(10, sent);
    lines.advance(5000);
    EXPECT_EQ(lines.link_bytes(), 3u * (8 + 4 * 5 + 1));
}

/// The hops of a message: each link from when its head takes it until its tail has passed, then the
/// input channel.
TEST(Cube, HopsByHand) {
    struct Hops : Observer {
        void hop(const HopEvent &event) override { all.push_back(event); }
        std::vector<HopEvent> all;
    } seen;
    Cube cube({44, 9, 1, 74, 73}, 8);
    cube.watch(&seen);
    arm_all(cube, 0);
    send(cube, 10, packet(1, 6, 1));
    cube.advance(2000);
    const std::uint64_t asks = 10 + 74, flows = asks + 3 * 44, left = flows + 13 * 9;
    ASSERT_EQ(seen.all.size(), 4u);
    const std::array<std::uint32_t, 4> routers = {1, 0, 2, 6};
    for (std::size_t i = 0; i < 4; ++i) {
        const HopEvent &hop = seen.all[i];
        EXPECT_EQ(hop.message, (MessageId{1, 1}));
        EXPECT_EQ(hop.router, routers[i]);
        EXPECT_EQ(hop.from, i ? CubeTopology::port_of(static_cast<unsigned>(i - 1)) : Port::local);
        EXPECT_EQ(hop.cycle, asks + 44 * i);
        EXPECT_EQ(hop.end, left + i);
        if (i == 3) break;
        EXPECT_EQ(hop.next, routers[i + 1]);
        EXPECT_EQ(hop.to, CubeTopology::port_of(static_cast<unsigned>(i)));
        EXPECT_EQ(hop.arrives, asks + 44 * (i + 1));
    }
    EXPECT_TRUE(seen.all[3].is_last());
    EXPECT_EQ(seen.all[3].arrives, left + 73);
}

/// A head waits while its link is held, and an unarmed channel holds the whole path.
TEST(Cube, PathsAreHeld) {
    Cube cube({44, 9, 1, 74, 73}, 4);
    cube.arm(0, 3, 1);
    send(cube, 10, packet(0, 1, 1)); // node 1, channel 0: not armed
    cube.advance(500);
    EXPECT_EQ(cube.front(1, 0), nullptr);
    EXPECT_EQ(cube.room_at(0, 0), Cube::never);
    EXPECT_TRUE(cube.still());
    const auto standing = cube.standing();
    ASSERT_EQ(standing.size(), 1u);
    EXPECT_EQ(standing[0].router, 1u);
    EXPECT_EQ(standing[0].to, Port::local);
    cube.arm(1000, 1, 0);
    cube.advance(3000);
    ASSERT_TRUE(cube.front(1, 0));
    EXPECT_EQ(cube.front(1, 0)->cycle, 1001u + 13 * 9 + 73);
    EXPECT_EQ(cube.room_at(0, 0), 1001u + 13 * 9);
}

/// Of the heads that wait for a link, the first to arrive goes first; the node's own goes last.
TEST(Cube, LinksGoToTheOldest) {
    Cube cube({44, 9, 1, 74, 73}, 8);
    arm_all(cube, 0);
    send(cube, 10, packet(0, 3, 1, 1000)); // 0 -> 1 -> 3 holds link (1, dim 1)
    send(cube, 100, packet(1, 3, 1));      // needs it, for its own message
    cube.advance(50000);
    ASSERT_TRUE(cube.front(3, 1));
    EXPECT_EQ(cube.front(3, 1)->packet.source, 0u);
    cube.take(50000, 3, 1);
    cube.arm(50000, 3, 1);
    cube.advance(60000);
    ASSERT_TRUE(cube.front(3, 1));
    EXPECT_EQ(cube.front(3, 1)->packet.source, 1u);
}

/// No message is lost, the order of a pair is kept, and the state is a function of time stamps.
void storm(std::uint32_t nodes, std::uint64_t jitter, unsigned messages, std::uint64_t seed) {
    Cube cube({44, 9, 1, 74, 73}, nodes, jitter);
    const unsigned dimensions = cube.topology().dimensions();
    std::mt19937_64 random(seed);
    arm_all(cube, 0);
    std::vector<std::vector<Packet>> todo(nodes);
    std::vector<std::uint32_t> numbers(nodes, 0);
    for (unsigned i = 0; i < messages; ++i) {
        const auto source = static_cast<std::uint32_t>(random() % nodes);
        auto destination = static_cast<std::uint32_t>(random() % nodes);
        if (destination == source) destination ^= 1;
        todo[source].push_back(packet(source, destination, ++numbers[source],
                                      static_cast<std::uint16_t>(4 + 2 * (random() % 100))));
    }
    for (auto &queue : todo) std::reverse(queue.begin(), queue.end());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> last;
    unsigned taken = 0;
    for (std::uint64_t cycle = 1; taken < messages; cycle += 50) {
        ASSERT_LT(cycle, 100'000'000u);
        cube.advance(cycle);
        for (std::uint32_t n = 0; n < nodes; ++n) {
            for (unsigned d = 0; d < dimensions; ++d) {
                const Delivery *front = cube.front(n, d);
                if (!front || front->cycle > cycle) continue;
                EXPECT_EQ(front->packet.destination, n);
                auto &before = last[{front->packet.source, n}];
                EXPECT_LT(before, front->packet.number);
                before = front->packet.number;
                const auto sent = bytes_of(front->packet);
                ASSERT_TRUE(std::ranges::equal(sent, cube.payload(front->packet)));
                cube.take(cycle, n, d);
                cube.arm(cycle, n, d);
                ++taken;
            }
            if (todo[n].empty()) continue;
            const Packet &next = todo[n].back();
            if (!cube.free_slots(n, next.channel)) continue;
            send(cube, cycle + 1, next);
            todo[n].pop_back();
        }
    }
    EXPECT_EQ(cube.in_flight(), 0u);
}

TEST(Cube, Storms) {
    for (const std::uint32_t nodes : {2u, 4u, 8u, 32u, 128u})
        for (const std::uint64_t jitter : {0u, 1u, 2u})
            storm(nodes, jitter, nodes * 30, nodes + jitter);
    storm(1024, 0, 3000, 1);
}

TEST(Cube, EightThousandNodes) { storm(8192, 0, 2000, 3); }

TEST(Cube, OrderOfCallsDoesNotMatter) {
    std::vector<std::uint64_t> times[2];
    for (const bool backwards : {false, true}) {
        Cube cube({44, 9, 1, 74, 73}, 16);
        std::vector<Packet> all;
        for (std::uint32_t n = 1; n < 16; ++n) all.push_back(packet(n, 0, 1));
        if (backwards) std::reverse(all.begin(), all.end());
        if (!backwards) arm_all(cube, 0);
        for (const Packet &p : all) send(cube, 10, p);
        if (backwards) arm_all(cube, 0);
        for (std::uint64_t cycle = 1; cycle < 20000; ++cycle) {
            cube.advance(cycle);
            for (unsigned d = 0; d < 4; ++d)
                if (const Delivery *front = cube.front(0, d); front && front->cycle <= cycle) {
                    times[backwards].push_back(cycle << 8 | front->packet.source);
                    cube.take(cycle, 0, d);
                    cube.arm(cycle, 0, d);
                }
        }
        EXPECT_EQ(times[backwards].size(), 15u);
    }
    EXPECT_EQ(times[0], times[1]);
}

TEST(Cube, Archive) {
    Cube cube({44, 9, 1, 74, 73}, 8);
    arm_all(cube, 0);
    for (std::uint32_t n = 1; n < 8; ++n) send(cube, 10, packet(n, 0, 1, 100));
    cube.advance(300);
    Archive save;
    cube.archive(save);
    const std::vector<std::uint8_t> bytes = save.take();
    Cube copy({44, 9, 1, 74, 73}, 8);
    Archive load{bytes};
    copy.archive(load);
    load.finish();
    for (Cube *each : {&cube, &copy}) each->advance(20000);
    for (unsigned d = 0; d < 3; ++d) {
        ASSERT_TRUE(cube.front(0, d) && copy.front(0, d));
        EXPECT_EQ(cube.front(0, d)->cycle, copy.front(0, d)->cycle);
        EXPECT_EQ(cube.front(0, d)->packet.source, copy.front(0, d)->packet.source);
    }
}

/// Bytes that no cube has saved are refused, or give a cube that goes on, as a whole and in a part.
TEST(Cube, DamagedArchives) {
    const CubeConfig config{44, 9, 1, 74, 73};
    constexpr std::uint32_t nodes = 8;
    Cube cube(config, nodes);
    for (std::uint32_t n = 0; n < nodes; ++n) cube.arm(0, n, 2);
    for (std::uint32_t n = 1; n < nodes; ++n) send(cube, 10 * n, packet(n, 0, 1, 20));
    send(cube, 10, packet(0, 7, 1, 20));
    cube.advance(250);
    Archive save;
    cube.archive(save);
    const std::vector<std::uint8_t> whole = save.take();
    std::size_t refused = 0, loaded = 0, broken = 0;
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const unsigned flip : {1u, 2u, 0xFFu}) {
            std::vector<std::uint8_t> bytes = whole;
            bytes[at] ^= static_cast<std::uint8_t>(flip);
            Cube damaged(config, nodes), adopts(config, nodes);
            try {
                Archive load{bytes};
                damaged.archive(load);
                load.finish();
            } catch (const BadArchive &) {
                ++refused;
                continue;
            }
            ++loaded;
            try {
                adopts.begin_with(damaged.numbers());
                adopts.adopt(damaged, std::vector<bool>(nodes, true));
                adopts.advance(100'000);
            } catch (const ContractBroken &) { // a cycle is another one
                ++broken;
            }
        }
    EXPECT_GT(refused, whole.size());
    EXPECT_GT(loaded, broken);
}

TEST(Cube, Contract) {
    Cube cube({44, 9, 1, 74, 73}, 4);
    cube.advance(100);
    EXPECT_THROW(send(cube, 100, packet(0, 1, 1)), ContractBroken); // in its past
    send(cube, 101, packet(0, 1, 1));
    EXPECT_THROW(send(cube, 102, packet(0, 1, 2)), ContractBroken); // the channel is busy
    EXPECT_THROW(cube.take(100, 1, 0), ContractBroken);             // no message is there
    cube.arm(100, 1, 0);
    EXPECT_THROW(cube.arm(101, 1, 0), ContractBroken);
    EXPECT_THROW(cube.arm(50, 2, 0), ContractBroken);
    cube.advance(300);
    ASSERT_TRUE(cube.front(1, 0)); // known before it arrives
    EXPECT_THROW(cube.take(300, 1, 0), ContractBroken);
}

/// The promises to the scheduler, over a storm: a delivery that was not observed is not earlier
/// than next_delivery() said, nor than later acts of the nodes permit.
TEST(Cube, Promises) {
    Cube cube({44, 9, 1, 74, 73}, 16);
    std::mt19937 random(5);
    std::uint32_t number = 0;
    unsigned checked = 0;
    std::uint64_t bound = 0;
    arm_all(cube, 0);
    std::map<std::pair<std::uint32_t, unsigned>, std::uint64_t> seen;
    for (std::uint64_t cycle = 1; cycle < 50000; ++cycle) {
        cube.advance(cycle);
        for (std::uint32_t n = 0; n < 16; ++n)
            for (unsigned d = 0; d < 4; ++d)
                if (const Delivery *front = cube.front(n, d); front && !seen.count({n, d})) {
                    EXPECT_GE(front->cycle, bound);
                    seen[{n, d}] = front->cycle;
                    ++checked;
                }
        bound = cube.next_delivery();
        for (std::uint32_t n = 0; n < 16; ++n)
            for (unsigned d = 0; d < 4; ++d)
                if (const auto at = seen.find({n, d}); at != seen.end() && at->second <= cycle) {
                    cube.take(cycle, n, d);
                    cube.arm(cycle, n, d);
                    seen.erase(at);
                    bound = std::min(bound, cycle + cube.min_delivery_after_take(true));
                }
        if (random() % 8 == 0) {
            const std::uint32_t source = random() % 16, destination = source ^ (1 + random() % 15);
            const Packet p = packet(source, destination, ++number, 4);
            if (cube.free_slots(source, p.channel)) {
                send(cube, cycle + 1, p);
                bound = std::min(bound, cycle + 1 + cube.min_delivery(false));
            }
        }
    }
    EXPECT_GT(checked, 3000u);
}

TEST(CubeTopology, Names) {
    const CubeTopology topology(8192);
    EXPECT_EQ(topology.dimensions(), 13u);
    for (unsigned d = 0; d < 13; ++d) {
        const Port port = CubeTopology::port_of(d);
        EXPECT_NE(port, Port::local);
        EXPECT_EQ(CubeTopology::dimension_of(port), d);
        EXPECT_EQ(topology.neighbour(5, port), 5u ^ 1u << d);
    }
    EXPECT_EQ(topology.port_name(CubeTopology::port_of(12)), "dim12");
    EXPECT_EQ(topology.distance(0, 8191), 13u);
}

} // namespace

} // namespace inlet::net
