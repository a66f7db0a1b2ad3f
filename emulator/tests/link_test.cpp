// The link between two parts of a network (net/link.h): what one thread has put and promised, the
// other hears and takes.
#include "net/link.h"
#include "scheduler/rank_link.h"
#include "tests/thread_ranks.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

namespace inlet::net {
namespace {

void put(Link &link, std::uint64_t cycle, std::size_t bytes = sizeof(std::uint64_t)) {
    const auto record = link.put(cycle, bytes);
    std::memset(record.data(), static_cast<int>(cycle % 256), record.size());
    std::memcpy(record.data(), &cycle, sizeof cycle);
}

std::uint64_t cycle_of(std::span<const std::byte> record) {
    std::uint64_t cycle = 0;
    std::memcpy(&cycle, record.data(), sizeof cycle);
    return cycle;
}

TEST(Link, WhatWasPutComesWithThePromise) {
    const auto [here, there] = link_of_threads();
    put(*here, 7);
    EXPECT_FALSE(there->hear());
    EXPECT_TRUE(there->take().empty());
    here->promise({5, 3});
    ASSERT_TRUE(there->hear());
    EXPECT_FALSE(there->hear());
    EXPECT_EQ(there->border(), 5u);
    EXPECT_EQ(there->beyond(), 3u);
    EXPECT_EQ(cycle_of(there->take()), 7u);
    EXPECT_TRUE(there->take().empty());
}

/// What the other side has not counted bounds what it has promised: the earliest of it.
TEST(Link, WhoHasPutCountsUntilTheOtherDoes) {
    const auto [here, there] = link_of_threads();
    there->promise({100, 90});
    here->hear();
    EXPECT_EQ(here->border(), 100u);
    for (const std::uint64_t cycle : {30, 20, 25, 40}) put(*here, cycle);
    EXPECT_EQ(here->border(), 20u);
    EXPECT_EQ(here->beyond(), 20u);
    here->promise({10, 10});
    there->hear();
    for (const std::uint64_t left : {20u, 25u, 40u, 100u}) {
        ASSERT_FALSE(there->take().empty());
        there->promise({100, 90});
        ASSERT_TRUE(here->hear() || left == 20u);
        EXPECT_EQ(here->border(), left);
    }
    EXPECT_EQ(here->beyond(), 90u);
}

/// Two threads, each of which puts records of many sizes, and takes what the other has put.
TEST(Link, ThreadsHearEachOther) {
    constexpr std::uint64_t records = 5000;
    auto ends = link_of_threads();
    const auto run = [](Link &link, unsigned seed) {
        std::minstd_rand random(seed);
        std::uint64_t made = 0, came = 0;
        bool right = true;
        while (made < records || came < records) {
            for (unsigned n = random() % 8; n && made < records; --n)
                put(link, ++made, sizeof(std::uint64_t) + random() % 500);
            link.promise({made, made});
            if (!link.hear()) std::this_thread::yield();
            for (auto record = link.take(); !record.empty(); record = link.take()) {
                right &= cycle_of(record) == ++came;
                right &= std::all_of(record.begin() + 8, record.end(), [&](std::byte byte) {
                    return byte == static_cast<std::byte>(came % 256);
                });
            }
            // What was put before a promise has come with it.
            right &= link.border() == Promise::never || came >= link.border();
        }
        link.promise({Promise::never, Promise::never});
        for (; link.border() != Promise::never; link.hear()) std::this_thread::yield();
        return right;
    };
    bool other = false;
    std::jthread thread([&] { other = run(*ends.second, 2); });
    EXPECT_TRUE(run(*ends.first, 1));
    thread.join();
    EXPECT_TRUE(other);
}

/// Two ranks, here of one thread.
struct RankLinks {
    test::RankThreads threads{2};
    test::ThreadRank ranks[2]{{threads, 0}, {threads, 1}};
    RankLink ends[2]{{ranks[0], 1}, {ranks[1], 0}};
};

/// What a rank sends when it has finished belongs to the next round, also where the other one asks
/// again before that.
TEST(RankLink, RoundsEndForBothSides) {
    RankLinks links;
    auto &[here, there] = links.ends;
    for (RankLink *end : {&here, &there}) end->begin();
    put(here, 7);
    here.promise({5, 5});
    here.finish();
    here.go_on();
    put(here, 8);
    here.promise({6, 6});
    here.finish();
    here.begin();
    put(here, 9);
    here.promise({0, 0});
    EXPECT_TRUE(there.hear());
    EXPECT_TRUE(there.is_finished());
    EXPECT_FALSE(there.hear());
    EXPECT_EQ(there.border(), 5u);
    EXPECT_EQ(cycle_of(there.take()), 7u);
    EXPECT_TRUE(there.take().empty());
    there.go_on();
    EXPECT_TRUE(there.hear());
    EXPECT_TRUE(there.is_finished());
    EXPECT_EQ(there.border(), 6u);
    EXPECT_EQ(cycle_of(there.take()), 8u);
    EXPECT_TRUE(there.take().empty());
    there.begin();
    EXPECT_TRUE(there.hear());
    EXPECT_FALSE(there.is_finished());
    EXPECT_EQ(there.border(), 0u);
    EXPECT_EQ(cycle_of(there.take()), 9u);
}

} // namespace
} // namespace inlet::net
