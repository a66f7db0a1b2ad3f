// Costs of caches on a SPARC, access by access, worked out by hand.
#include "sparc_machine.h"

#include <gtest/gtest.h>

namespace inlet {

namespace {
namespace sparc_caches {

using namespace sparc_test;

constexpr unsigned g0 = 0, g1 = 1, g2 = 2, g4 = 4;
constexpr unsigned op_ldd = 3, op_st = 4, op_std = 7, op_ldstub = 13, op_swap = 15, op_lddf = 35;
constexpr std::uint32_t nop = 0x01000000;

std::uint32_t access(unsigned op3, unsigned rd, std::int32_t offset) {
    return format3_imm(op3, rd, g1, offset) | 0x40000000;
}
std::uint32_t ld(std::int32_t offset) { return access(0, g2, offset); }
std::uint32_t st(std::int32_t offset) { return access(op_st, g2, offset); }

/// The cost of each instruction beyond its one cycle: fetched lines and waiting for a write.
struct Took {
    std::uint32_t cache = 0, write_buffer = 0;
    bool operator==(const Took &) const = default;
};

/// The data cache has four lines of 16 bytes, and %g1 is 0x30000. Runs by the stepper; the
/// interpreter must reach the same clock.
std::vector<Took> run(std::vector<std::uint32_t> words, const CachesConfig &caches) {
    words.insert(words.begin(), 0x03000000 | 0x30000 >> 10); // sethi %hi(0x30000), %g1
    const std::size_t count = words.size();
    words.insert(words.end(), 4, nop);
    sparc::Timing timing = one_cycle_each();
    timing.load_use = timing.annulled_slot = 0;
    timing.caches = caches;
    Machine m(words, {}, timing), interpreted(words, {}, timing);
    for (Machine *one : {&m, &interpreted}) {
        one->state.r[sparc::psr_place] |= sparc::psr::s | sparc::psr::ef;
        one->state.r[sparc::tbr_place] = table;
    }
    std::vector<Took> all;
    for (std::size_t i = 0; i < count; ++i) {
        engine::Stepped stepped;
        const std::uint64_t before = m.state.now;
        EXPECT_EQ(m.step(stepped), Stop::budget) << i;
        all.push_back({stepped.cost.cache, stepped.cost.write_buffer});
        EXPECT_EQ(m.state.now - before, 1u + stepped.cost.cache + stepped.cost.write_buffer) << i;
    }
    interpreted.run_until(m.state.now, false);
    EXPECT_EQ(interpreted.state.instructions, m.state.instructions);
    EXPECT_TRUE(interpreted.caches == m.caches);
    all.erase(all.begin());
    return all;
}

constexpr CacheConfig lines{.size = 64, .line = 16, .ways = 1, .miss = 10};

TEST(SparcCaches, loads_hit_and_miss) {
    // Another line of the same place at 64. A double word is one access.
    EXPECT_EQ(run({ld(0), ld(4), ld(16), ld(64), ld(0), access(op_ldd, g4, 8),
                   access(op_lddf, g4, 32), access(op_lddf, g2, 40)},
                  {.data = lines}),
              (std::vector<Took>{{10}, {}, {10}, {10}, {10}, {}, {10}, {}}));
}

TEST(SparcCaches, stores_written_through) {
    const CachesConfig caches{.data = lines, .write_buffer = WriteBufferConfig{1, 6}};
    // Not fetched; the second waits for the first; a load in between passes.
    EXPECT_EQ(run({st(0), ld(0), st(0), access(op_std, g2, 8), access(op_std, g2, 32)}, caches),
              (std::vector<Took>{{}, {10}, {}, {0, 5}, {0, 5}}));
}

TEST(SparcCaches, lines_written_back) {
    CachesConfig caches{.data = lines, .write_buffer = WriteBufferConfig{0, 6}};
    caches.data->write = WritePolicy::back;
    EXPECT_EQ(run({st(0), st(4), ld(64), ld(0), st(8), ld(128)}, caches),
              (std::vector<Took>{{10}, {}, {10, 6}, {10}, {}, {10, 6}}));
}

TEST(SparcCaches, an_atomic_access_is_a_store) {
    CachesConfig caches{.data = lines, .write_buffer = WriteBufferConfig{0, 6}};
    EXPECT_EQ(run({access(op_ldstub, g2, 0), access(op_swap, g2, 4), ld(0)}, caches),
              (std::vector<Took>{{0, 6}, {0, 6}, {10}}));
    caches.data->write = WritePolicy::back;
    EXPECT_EQ(run({access(op_ldstub, g2, 0), access(op_swap, g2, 4), ld(0)}, caches),
              (std::vector<Took>{{10}, {}, {}}));
}

TEST(SparcCaches, instructions_are_fetched_line_by_line) {
    // The SETHI before them is the first of its line.
    EXPECT_EQ(run({nop, nop, nop, nop, nop}, {.instruction = lines}),
              (std::vector<Took>{{}, {}, {}, {10}, {}}));
}

TEST(SparcCaches, an_annulled_slot_is_not_fetched) {
    // ba,a over the slot, which begins a line, into the next line.
    EXPECT_EQ(run({nop, nop, 0x30800000 | 5, nop, nop, nop, nop, nop}, {.instruction = lines})[3],
              (Took{10}))
        << "the target; then the slot's line is still not there";
}

TEST(SparcCaches, a_unified_cache_has_both) {
    CachesConfig caches{.data = lines, .unified = true};
    // The program is at a multiple of 64, so %g1's line replaces its first one.
    EXPECT_EQ(run({ld(0), nop, nop, ld(4), nop}, caches),
              (std::vector<Took>{{10}, {}, {}, {10}, {}}));
}

} // namespace sparc_caches
} // namespace

} // namespace inlet
