// Caches and write buffer: cases worked out by hand, and random streams against simple models.
#include "memory/caches.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <list>
#include <map>
#include <random>

namespace inlet {
namespace {

using Finds = Cache::Finds;

TEST(Cache, DirectMappedLinesReplaceEachOther) {
    Cache cache({.size = 64, .line = 16, .ways = 1});
    EXPECT_EQ(cache.find(0x100), Finds::miss);
    cache.use(0x100, false);
    EXPECT_EQ(cache.find(0x10f), Finds::hit) << "the same line";
    EXPECT_EQ(cache.find(0x110), Finds::miss) << "the next";
    cache.use(0x140, false); // 64 bytes further: the same set
    EXPECT_EQ(cache.find(0x100), Finds::miss);
    EXPECT_EQ(cache.find(0x140), Finds::hit);
}

TEST(Cache, TheLeastRecentlyUsedLineGoes) {
    Cache cache({.size = 64, .line = 16, .ways = 4}); // one set
    for (const std::uint32_t line : {0x00u, 0x10u, 0x20u, 0x30u}) cache.use(line, false);
    cache.use(0x00, false); // now 0x10 is the oldest
    EXPECT_TRUE(cache.latest(0x00));
    EXPECT_FALSE(cache.latest(0x30));
    cache.use(0x40, false);
    EXPECT_EQ(cache.find(0x10), Finds::miss);
    for (const std::uint32_t line : {0x00u, 0x20u, 0x30u, 0x40u})
        EXPECT_EQ(cache.find(line), Finds::hit) << line;
}

TEST(Cache, AModifiedLineIsWrittenBackWhenReplaced) {
    Cache cache({.size = 16, .line = 16, .ways = 1});
    cache.use(0x10, true);
    cache.use(0x14, false); // still modified
    EXPECT_EQ(cache.find(0x20), Finds::miss_modified);
    cache.use(0x20, false);
    EXPECT_EQ(cache.find(0x10), Finds::miss) << "the new line is not";
}

/// A set is a list of lines, the most recently used first.
struct NaiveCache {
    CacheConfig config;
    struct Line {
        std::uint32_t number;
        bool modified;
    };
    std::map<std::uint32_t, std::list<Line>> sets;

    std::list<Line> &set(std::uint32_t address) {
        return sets[address / config.line % (config.size / config.line / config.ways)];
    }
    auto place(std::uint32_t address) {
        auto &lines = set(address);
        return std::find_if(lines.begin(), lines.end(),
                            [&](const Line &line) { return line.number == address / config.line; });
    }
    Finds find(std::uint32_t address) {
        const auto &lines = set(address);
        if (place(address) != lines.end()) return Finds::hit;
        return lines.size() == config.ways && lines.back().modified ? Finds::miss_modified
                                                                    : Finds::miss;
    }
    void use(std::uint32_t address, bool modifies) {
        auto &lines = set(address);
        Line line{address / config.line, modifies};
        if (const auto old = place(address); old != lines.end()) {
            line.modified |= old->modified;
            lines.erase(old);
        }
        lines.push_front(line);
        if (lines.size() > config.ways) lines.pop_back();
    }
};

TEST(Cache, AgreesWithListsOfLines) {
    std::mt19937 random(1);
    for (const std::uint32_t ways : {1u, 2u, 4u, 8u})
        for (const std::uint32_t line : {8u, 32u, 4096u}) {
            const CacheConfig config{.size = line * ways * 4, .line = line, .ways = ways};
            Cache cache(config);
            NaiveCache naive{config, {}};
            for (int i = 0; i < 5000; ++i) {
                const std::uint32_t address =
                    static_cast<std::uint32_t>(random()) % (3 * config.size);
                ASSERT_EQ(cache.find(address), naive.find(address)) << i;
                ASSERT_TRUE(!cache.latest(address) || cache.find(address) == Finds::hit) << i;
                const bool modifies = random() % 3 == 0;
                cache.use(address, modifies);
                naive.use(address, modifies);
                ASSERT_TRUE(cache.latest(address));
            }
        }
}

CacheStall load(Caches &caches, std::uint32_t address, std::uint64_t now) {
    CacheStall stall;
    EXPECT_TRUE(caches.load(address, now, Caches::no_limit, stall));
    return stall;
}
CacheStall store(Caches &caches, std::uint32_t address, std::uint64_t now) {
    CacheStall stall;
    EXPECT_TRUE(caches.store(address, now, Caches::no_limit, stall));
    return stall;
}
CacheStall fetch(Caches &caches, std::uint32_t pc, std::uint64_t now) {
    CacheStall stall;
    EXPECT_TRUE(caches.fetch(pc, now, Caches::no_limit, stall));
    return stall;
}

constexpr CacheConfig small{.size = 64, .line = 16, .ways = 1, .miss = 10};

TEST(NodeCaches, AWriteBufferHoldsStoresUpWhenItIsFull) {
    Caches caches({.write_buffer = WriteBufferConfig{2, 6}});
    EXPECT_EQ(store(caches, 0, 100).total(), 0u); // in memory at 106
    EXPECT_EQ(store(caches, 0, 101).total(), 0u); // at 112
    EXPECT_EQ(store(caches, 0, 102).write_buffer, 4u) << "until 106";
    EXPECT_EQ(store(caches, 0, 107).write_buffer, 5u) << "until 112";
    EXPECT_EQ(store(caches, 0, 200).total(), 0u) << "empty again";
}

TEST(NodeCaches, WithoutRoomAWriteWaitsUntilItIsDone) {
    Caches caches({.write_buffer = WriteBufferConfig{0, 6}});
    EXPECT_EQ(store(caches, 0, 100).write_buffer, 6u);
    EXPECT_EQ(store(caches, 0, 107).write_buffer, 6u);
}

TEST(NodeCaches, AgreesWithAQueueOfWrites) {
    std::mt19937 random(1);
    for (std::uint32_t depth = 1; depth < 5; ++depth) {
        Caches caches({.write_buffer = WriteBufferConfig{depth, 7}});
        std::deque<std::uint64_t> done; // the end of each write in the buffer
        std::uint64_t now = 0;
        for (int i = 0; i < 5000; ++i) {
            now += random() % 12;
            std::uint64_t entered = now;
            const auto drained = [&] {
                while (!done.empty() && done.front() <= entered) done.pop_front();
            };
            for (drained(); done.size() == depth; drained()) ++entered;
            done.push_back((done.empty() ? entered : done.back()) + 7);
            ASSERT_EQ(store(caches, 0, now).write_buffer, entered - now) << depth << " " << i;
            now = entered;
        }
    }
}

TEST(NodeCaches, StoresByPolicy) {
    CachesConfig config{.data = small, .write_buffer = WriteBufferConfig{0, 3}};
    Caches through(config);
    EXPECT_EQ(store(through, 0x100, 0).total(), 3u) << "written, not fetched";
    EXPECT_EQ(load(through, 0x100, 10).cache, 10u);
    EXPECT_EQ(store(through, 0x104, 30).total(), 3u) << "written though it is there";

    config.data->write = WritePolicy::through_allocate;
    Caches allocates(config);
    const CacheStall first = store(allocates, 0x100, 0);
    EXPECT_EQ(first.cache, 10u);
    EXPECT_EQ(first.write_buffer, 3u);
    EXPECT_EQ(load(allocates, 0x100, 20).total(), 0u);

    config.data->write = WritePolicy::back;
    Caches back(config);
    EXPECT_EQ(store(back, 0x100, 0).total(), 10u) << "fetched, not written";
    EXPECT_EQ(store(back, 0x104, 20).total(), 0u);
    const CacheStall replaced = load(back, 0x140, 30); // the same set
    EXPECT_EQ(replaced.write_buffer, 3u);
    EXPECT_EQ(replaced.cache, 10u);
}

TEST(NodeCaches, InstructionsAreFetchedLineByLine) {
    Caches caches({.instruction = small});
    EXPECT_FALSE(caches.fetched(0x10000));
    EXPECT_EQ(fetch(caches, 0x10000, 0).cache, 10u);
    EXPECT_TRUE(caches.fetched(0x1000c));
    EXPECT_FALSE(caches.fetched(0x10010));
    EXPECT_EQ(fetch(caches, 0x10010, 0).cache, 10u);
    EXPECT_EQ(fetch(caches, 0x10004, 0).cache, 0u) << "another line, still in the cache";
    EXPECT_EQ(load(caches, 0x20000, 0).total(), 0u) << "there is no data cache";
}

TEST(NodeCaches, AUnifiedCacheHasBoth) {
    Caches caches({.data = small, .unified = true});
    EXPECT_EQ(fetch(caches, 0x10000, 0).cache, 10u);
    EXPECT_EQ(load(caches, 0x10004, 0).cache, 0u);
    EXPECT_EQ(load(caches, 0x10040, 0).cache, 10u) << "in the instructions' place";
    EXPECT_TRUE(caches.fetched(0x10008)) << "the line fetched last is at hand";
    EXPECT_EQ(fetch(caches, 0x10010, 0).cache, 10u);
    EXPECT_EQ(fetch(caches, 0x10000, 0).cache, 10u);
}

TEST(NodeCaches, AnAccessThatTakesTooLongIsNotMade) {
    std::mt19937 random(1);
    for (const WritePolicy policy :
         {WritePolicy::through, WritePolicy::through_allocate, WritePolicy::back}) {
        CachesConfig config{
            .data = small, .unified = true, .write_buffer = WriteBufferConfig{1, 9}};
        config.data->write = policy;
        Caches caches(config);
        std::uint64_t now = 0;
        for (int i = 0; i < 2000; ++i) {
            now += random() % 20;
            const std::uint32_t address = 4 * (random() % 64);
            const auto access = random() % 3 == 0   ? &Caches::store
                                : random() % 2 == 0 ? &Caches::load
                                                    : &Caches::fetch;
            Caches whole = caches;
            CacheStall stall, again;
            ASSERT_TRUE((whole.*access)(address, now, Caches::no_limit, stall));
            if (stall.total() > 0) {
                const Caches before = caches;
                ASSERT_FALSE((caches.*access)(address, now, stall.total() - 1, again));
                ASSERT_EQ(caches, before);
            }
            ASSERT_TRUE((caches.*access)(address, now, stall.total(), again));
            ASSERT_EQ(again.total(), stall.total());
            ASSERT_EQ(caches, whole);
            now += stall.total();
        }
    }
}

} // namespace
} // namespace inlet
