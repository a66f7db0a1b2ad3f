// The toy network of tests/additions: a model of few lines for net/routers.h.
#include "net/toy.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace inlet::net {
namespace {

Packet packet(std::uint32_t from, std::uint32_t to, std::uint32_t number) {
    Packet p;
    p.source = from;
    p.destination = to;
    p.number = number;
    return p;
}

TEST(ToyTopology, APayloadOfAnyLengthTakesItsTime) {
    LineNetwork line(4);
    Packet p = packet(0, 3, 1);
    std::vector<std::uint8_t> bytes(1000);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
    p.bytes = 1000;
    Network &network = line; // as nodes and the scheduler see it
    network.inject(1, p, bytes);
    network.advance(5000);
    const Delivery *d = network.front(3, 0);
    ASSERT_TRUE(d);
    EXPECT_EQ(d->cycle, 1 + 3 * 3 + 1 + 1001u);
    EXPECT_TRUE(std::ranges::equal(network.payload(d->packet), bytes));
    network.take(5000, 3, 0);
    EXPECT_EQ(network.topology().distance(0, 3), 3u);
}

TEST(ToyTopology, AStormLosesNothing) {
    LineNetwork line(9);
    std::minstd_rand random(1);
    std::set<std::uint32_t> due;
    std::uint32_t sent = 0;
    for (std::uint64_t now = 1; now < 50000 && (now < 5000 || line.in_flight()); ++now) {
        line.advance(now - 1);
        for (std::uint32_t n = 0; n < 9; ++n) {
            if (now < 5000 && random() % 8 == 0 && line.free_slots(n, 0)) {
                line.inject(now, packet(n, static_cast<std::uint32_t>(random() % 9), ++sent));
                due.insert(sent);
            }
            const Delivery *d = line.front(n, 0);
            if (!d || d->cycle > now || random() % 2) continue;
            ASSERT_EQ(d->packet.destination, n);
            ASSERT_EQ(due.erase(d->packet.number), 1u);
            line.take(now, n, 0);
        }
    }
    EXPECT_GT(sent, 1000u);
    EXPECT_TRUE(due.empty());
    EXPECT_TRUE(line.standing().empty());
}

} // namespace
} // namespace inlet::net
