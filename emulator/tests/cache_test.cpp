// Caches and write buffer: cases worked out by hand, and random streams against simple models.
#include "memory/caches.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <list>
#include <map>
#include <optional>
#include <random>
#include <set>

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

constexpr SecondCacheConfig behind{
    .size = 128, .line = 16, .ways = 2, .miss = 30, .write = 50, .dma = 7};

CachesConfig two_levels() {
    CachesConfig config{.instruction = small, .data = small};
    config.data->write = WritePolicy::back;
    return config;
}

TEST(NodeCaches, ASecondLevelHoldsWhatTheFirstReplaces) {
    Caches caches(two_levels(), behind);
    EXPECT_EQ(load(caches, 0, 0).cache, 30u) << "from memory, which is busy until 30";
    EXPECT_EQ(load(caches, 0x10, 10).cache, 50u) << "another line waits for it";
    EXPECT_EQ(load(caches, 0x40, 100).cache, 30u);
    EXPECT_EQ(load(caches, 0, 200).cache, 10u) << "from the second level";
    EXPECT_EQ(store(caches, 0, 300).total(), 0u);
    EXPECT_EQ(load(caches, 0x80, 400).cache, 30u) << "the modified line goes to the second level";
    EXPECT_EQ(load(caches, 0xC0, 500).cache, 30u);
    EXPECT_EQ(load(caches, 0x100, 600).cache, 30u) << "and from there to memory, until 680";
    EXPECT_EQ(load(caches, 0x140, 610).cache, 100u);
    EXPECT_EQ(fetch(caches, 0x140, 700).cache, 10u) << "it has instructions, too";
}

TEST(NodeCaches, ALineWithoutAPlaceInTheSecondLevelGoesToMemory) {
    Caches caches(two_levels(), behind);
    store(caches, 0, 0);
    // Instructions replace it in the second level only.
    fetch(caches, 0x40, 100);
    fetch(caches, 0x80, 200);
    EXPECT_EQ(load(caches, 0xC0, 300).cache, 30u);
    EXPECT_EQ(load(caches, 0x50, 340).cache, 70u) << "it was written from 330 to 380";
}

TEST(NodeCaches, DmaTakesTimeOfMemoryAndDropsLines) {
    Caches caches(two_levels(), behind);
    load(caches, 0, 0);
    load(caches, 0x10, 100);
    load(caches, 0x20, 200);
    EXPECT_EQ(caches.serve_dma(0, 4, 300), 300u);
    EXPECT_EQ(load(caches, 0, 301).total(), 0u) << "DMA out of memory leaves the lines";
    EXPECT_EQ(load(caches, 0x30, 302).cache, 35u) << "and keeps memory busy until 307";
    store(caches, 0x10, 400);
    EXPECT_EQ(caches.serve_dma(8, 16, 500), 500u) << "two lines, until 514";
    caches.drop(8, 16);
    EXPECT_EQ(load(caches, 0x20, 501).total(), 0u);
    EXPECT_EQ(load(caches, 0, 502).cache, 42u) << "DMA into memory drops lines";
    EXPECT_EQ(load(caches, 0x10, 600).cache, 30u) << "modified ones, too";
    EXPECT_EQ(load(caches, 0x50, 700).cache, 30u);
    EXPECT_EQ(load(caches, 0x60, 731).cache, 30u) << "nothing was written back";
    EXPECT_EQ(caches.serve_dma(0, 4, 740), 761u) << "behind the line that memory serves";
    fetch(caches, 0x10000, 800);
    EXPECT_TRUE(caches.fetched(0x1000C));
    caches.drop(0x10004, 4);
    EXPECT_FALSE(caches.fetched(0x1000C));
    EXPECT_EQ(fetch(caches, 0x10000, 1000).cache, 30u);
}

/// Two levels as lists of lines, the latest first.
class NaiveLevels {
  public:
    std::uint64_t load(std::uint32_t address, std::uint64_t now, bool stores) {
        const std::uint32_t line = address / 16;
        std::uint64_t cost = 0;
        std::optional<std::uint32_t> replaced;
        if (!has(first_, line)) {
            const bool near = has(second_, line);
            const std::uint64_t begin = near ? now : std::max(now, free_);
            cost = near ? 10 : begin - now + 30;
            if (!near) free_ = begin + 30;
            if (const auto out = put(second_, line, 2); out && modified_second_.erase(*out))
                free_ = std::max(now, free_) + 50;
            replaced = put(first_, line, 1);
        } else {
            put(first_, line, 1);
        }
        if (replaced && modified_first_.erase(*replaced)) {
            if (has(second_, *replaced)) {
                put(second_, *replaced, 2);
                modified_second_.insert(*replaced);
            } else {
                free_ = std::max(now, free_) + 50;
            }
        }
        if (stores) modified_first_.insert(line);
        return cost;
    }
    std::uint64_t dma(std::uint32_t address, std::uint32_t bytes, bool writes, std::uint64_t now) {
        const std::uint32_t first = address / 16, last = (address + bytes - 1) / 16;
        const std::uint64_t begin = std::max(now, free_);
        free_ = begin + std::uint64_t{7} * (last - first + 1);
        for (std::uint32_t line = first; writes && line <= last; ++line) {
            first_.remove(line), second_.remove(line);
            modified_first_.erase(line), modified_second_.erase(line);
        }
        return begin;
    }

  private:
    static bool has(const std::list<std::uint32_t> &level, std::uint32_t line) {
        return std::ranges::find(level, line) != level.end();
    }
    /// To the front; the line that has no place any more in its set of `ways`, of four sets.
    static std::optional<std::uint32_t> put(std::list<std::uint32_t> &level, std::uint32_t line,
                                            unsigned ways) {
        level.remove(line);
        level.push_front(line);
        unsigned in_set = 0;
        for (const std::uint32_t one : level)
            if (one % 4 == line % 4 && ++in_set > ways) {
                const std::uint32_t out = one;
                level.remove(out);
                return out;
            }
        return std::nullopt;
    }

    std::list<std::uint32_t> first_, second_;
    std::set<std::uint32_t> modified_first_, modified_second_;
    std::uint64_t free_ = 0;
};

TEST(NodeCaches, TwoLevelsAgreeWithLists) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        CachesConfig config = two_levels();
        config.instruction.reset();
        Caches caches(config, behind);
        NaiveLevels naive;
        std::uint64_t now = 0;
        for (int i = 0; i < 3000; ++i) {
            now += random() % 60;
            const std::uint32_t address = random() % 0x180;
            if (random() % 10 == 0) {
                const std::uint32_t bytes = 1 + random() % 40;
                const bool writes = random() % 2 == 0;
                ASSERT_EQ(caches.serve_dma(address, bytes, now),
                          naive.dma(address, bytes, writes, now));
                if (writes) caches.drop(address, bytes);
                continue;
            }
            const bool stores = random() % 3 == 0;
            const auto access = stores ? &Caches::store : &Caches::load;
            const std::uint64_t cost = naive.load(address, now, stores);
            CacheStall stall;
            if (cost > 0) {
                const Caches before = caches;
                ASSERT_FALSE((caches.*access)(address, now, cost - 1, stall));
                ASSERT_EQ(caches, before);
            }
            ASSERT_TRUE((caches.*access)(address, now, cost, stall));
            ASSERT_EQ(stall.total(), cost) << seed << " " << i;
            now += cost;
        }
    }
}

} // namespace
} // namespace inlet
