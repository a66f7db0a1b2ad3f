// SPARC: interpreter and compiled code against the stepper, stopped at every cycle: windows,
// annulled slots, condition codes, memory, floating point and its latencies.
#include "cpu/engine/flags.h"
#include "effort.h"
#include "sparc_machine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace inlet {

namespace {

using namespace sparc_test;

constexpr std::uint32_t data = 0x30000; ///< target of %g6

/// The state that a program can see, and its clock. A pending result of the last instruction
/// matters only if the next one awaits it.
std::string describe(Machine &m) {
    State &s = m.state;
    const engine::Instruction *next = m.program().at(s.pc);
    const engine::Late late = s.load_mask & (next ? next->awaits : 0);
    std::string out =
        fmt::format("pc {:x} npc {:x} slot {} now {} instructions {} late {:x} unit {} fault "
                    "{}@{:x} psr {:x} fsr {:x}\n",
                    s.pc, s.in_slot ? s.npc : s.pc + 4, s.in_slot, s.now, s.instructions, late,
                    std::max(s.now, s.unit_ready) - s.now, static_cast<int>(s.fault.kind),
                    s.fault.pc, sparc::read_psr(s), sparc::read_fsr(s));
    State flat = s;
    for (unsigned w = 0; w < sparc::windows; ++w) {
        sparc::switch_window(flat, w);
        for (unsigned r = 0; r < 32; ++r) out += fmt::format("{:x} ", flat.r[r]);
        out += '\n';
    }
    for (unsigned f = 0; f < 32; ++f) out += fmt::format("{:x} ", s.r[sparc::float_register + f]);
    out += fmt::format("y {:x} wim {:x}\n", s.r[sparc::y_register], s.r[sparc::wim_place]);
    for (std::uint32_t i = 0; i < 32; ++i)
        out += fmt::format("{:x} ",
                           from_guest<std::uint32_t>(m.memory().read<std::uint32_t>(data + 4 * i)));
    return out;
}

/// %g5 and %g6 are never written: a pointer to data, and a number of iterations.
class TierGenerator {
  public:
    TierGenerator(std::uint32_t seed, bool floats) : random_(seed), floats_(floats) {}

    std::vector<std::uint32_t> program(unsigned size) {
        std::vector<std::uint32_t> words = {
            format3_imm(0x32, 0, 0, 1 << pick(8)), // WIM
            0x03000000 | (floats_ ? 4u : 0u),      // sethi %hi(EF), %g1
            format3_imm(0x31, 0, 1, 0xA0),         // PSR: S, ET
            0x0D000000 | data >> 10,               // sethi %hi(data), %g6
            format3_imm(0x02, 5, 0, 20),           // mov 20, %g5
        };
        first_ = static_cast<unsigned>(words.size());
        while (words.size() < size) add(words, size);
        words.push_back(0x10800000 | ((first_ - static_cast<unsigned>(words.size())) & 0x3FFFFF));
        words.push_back(0x01000000);
        for (unsigned i = 0; i < 4; ++i) words.push_back(0x01000000);
        return words;
    }

  private:
    using Words = std::vector<std::uint32_t>;
    unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
    unsigned source() { return pick(32); }
    unsigned target() {
        const unsigned r = pick(32);
        return r == 5 || r == 6 ? 7 : r;
    }
    std::uint32_t alu() {
        static constexpr unsigned codes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
                                             0x08, 0x0C, 0x10, 0x11, 0x12, 0x13, 0x14, 0x14,
                                             0x14, 0x15, 0x16, 0x17, 0x18, 0x1C, 0x20, 0x21,
                                             0x24, 0x25, 0x26, 0x27, 0x22};
        const unsigned op3 = codes[pick(std::size(codes))];
        const bool shift = op3 >= 0x25 && op3 <= 0x27;
        if (pick(2)) return format3(op3, target(), source(), source());
        return format3_imm(op3, target(), source(),
                           static_cast<std::int32_t>(pick(shift ? 32 : 8192)));
    }
    std::uint32_t memory(unsigned op3, unsigned rd, unsigned size) {
        // Rarely unaligned, or by two registers, which is mostly an unmapped address.
        const unsigned kind = pick(20);
        const std::uint32_t word = 3u << 30 | rd << 25 | op3 << 19;
        if (kind == 0) return word | source() << 14 | source();
        const unsigned offset = pick(32) * size + (kind == 1 ? 1 : 0);
        return word | 6u << 14 | 1u << 13 | (offset & 127);
    }
    std::uint32_t access() {
        static constexpr unsigned codes[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 0, 4, 3, 7, 13, 15};
        static constexpr unsigned sizes[] = {4, 1, 2, 8, 4, 1, 2, 8, 1, 1, 2, 4, 4, 1, 4, 4};
        const unsigned op3 = codes[pick(std::size(codes))];
        const bool pair = op3 == 3 || op3 == 7;
        unsigned rd = op3 == 4 || op3 == 5 || op3 == 6 || op3 == 7 ? source() : target();
        if (pair) rd &= ~1u;
        if (op3 == 3 && (rd == 4 || rd == 6)) rd = 2;
        return memory(op3, rd, sizes[op3]);
    }
    std::uint32_t floating() {
        static constexpr unsigned singles[] = {0x01, 0x05, 0x09, 0x41, 0x45,
                                               0x49, 0x4D, 0xC4, 0xD1};
        static constexpr unsigned doubles[] = {0x42, 0x46, 0x4A, 0x4E, 0xC8,
                                               0xC9, 0xC6, 0xD2, 0x2A};
        const unsigned kind = pick(10);
        if (kind < 3) { // loads and stores
            static constexpr unsigned codes[] = {0x20, 0x23, 0x24, 0x27};
            const unsigned op3 = codes[pick(4)];
            const bool pair = op3 == 0x23 || op3 == 0x27;
            return memory(op3, pick(16) & (pair ? ~1u : ~0u), pair ? 8 : 4);
        }
        if (kind < 5) // comparisons
            return 2u << 30 | 0x35u << 19 | (pick(8) * 2) << 14 | (pick(2) ? 0x51u : 0x52u) << 5 |
                   pick(8) * 2;
        const bool wide = pick(2);
        const unsigned opf =
            wide ? doubles[pick(std::size(doubles))] : singles[pick(std::size(singles))];
        const auto number = [&] { return wide ? pick(8) * 2 : pick(16); };
        return 2u << 30 | number() << 25 | 0x34u << 19 | number() << 14 | opf << 5 | number();
    }
    std::uint32_t window() {
        const unsigned op3 = pick(2) ? save : restore;
        return pick(2)
                   ? format3(op3, target(), source(), source())
                   : format3_imm(op3, target(), source(), static_cast<std::int32_t>(pick(8192)));
    }
    std::uint32_t plain() {
        const unsigned kind = pick(40);
        if (floats_ && kind < 16) return floating();
        if (kind < 24) return alu();
        if (kind < 32) return access();
        if (kind < 36) return window();
        if (kind < 37) return 0x01000000;
        if (kind < 38) return 1u << 24 | target() << 25 | pick(1u << 22); // SETHI
        return pick(2) ? format3(0x28, target(), 0, 0) : format3(0x30, 0, source(), source());
    }
    std::uint32_t branch(const Words &words, unsigned size, bool fp) {
        const auto here = static_cast<std::int32_t>(words.size());
        const auto to = static_cast<std::int32_t>(first_ + pick(size - first_));
        return pick(2) << 29 | pick(16) << 25 | (fp ? 6u : 2u) << 22 |
               (static_cast<std::uint32_t>(to - here) & 0x3FFFFF);
    }
    void add(Words &words, unsigned size) {
        switch (pick(12)) {
        case 0: words.push_back(alu()); [[fallthrough]];
        case 1:
        case 2: // a branch, mostly with a harmless instruction in its slot
            words.push_back(branch(words, size, floats_ && pick(3) == 0));
            if (pick(8)) words.push_back(plain());
            break;
        case 3: // a call whose target saves
            words.push_back(1u << 30 | (2 + pick(6)));
            words.push_back(pick(6) ? plain() : window());
            break;
        case 4: // returns
            if (pick(2)) {
                words.push_back(format3_imm(jmpl, 0, 31, 8));
                words.push_back(format3(restore, pick(2) ? 0 : target(), source(), source()));
            } else {
                words.push_back(format3_imm(jmpl, 0, 15, 8));
                words.push_back(plain());
            }
            break;
        case 5: // through a register, with a link or without
            words.push_back(format3_imm(jmpl, pick(2) ? 15 : target(), pick(2) ? 15 : 31,
                                        static_cast<std::int32_t>(8 + pick(3))));
            words.push_back(plain());
            break;
        case 6: words.push_back(window()); break;
        default: words.push_back(plain());
        }
    }

    std::mt19937 random_;
    bool floats_;
    unsigned first_ = 0;
};

sparc::Timing some_timing(std::uint32_t seed) {
    sparc::Timing timing = one_cycle_each();
    if (seed % 3 == 0) return timing;
    std::mt19937 random(seed);
    for (std::uint32_t &cost : timing.costs) cost = 1 + static_cast<std::uint32_t>(random() % 5);
    timing.load_use = static_cast<std::uint32_t>(random() % 3);
    timing.annulled_slot = static_cast<std::uint32_t>(random() % 2);
    return timing;
}

void prepare(Machine &m, std::uint32_t seed) {
    m.reset();
    std::mt19937 random(seed);
    for (std::uint32_t i = 0; i < 64; ++i) {
        const std::uint32_t value = random() % 3 ? static_cast<std::uint32_t>(random())
                                                 : static_cast<std::uint32_t>(random() % 9) << 20;
        to_guest(m.memory().write<std::uint32_t>(data + 4 * i), value);
    }
    for (unsigned f = 0; f < 32; ++f)
        m.state.r[sparc::float_register + f] = static_cast<std::uint32_t>(random()) & 0xBFFFFFFF;
}

class SparcTiers : public testing::TestWithParam<bool> {};

// The last stretch is long, so that late compilations are reached too.
TEST_P(SparcTiers, do_the_same_wherever_they_stop) {
    const bool floats = GetParam();
    std::size_t bytes = 0;
    for (std::uint32_t seed = 1; seed <= test::tries(60); ++seed) {
        const std::vector<std::uint32_t> words =
            TierGenerator(seed, floats).program(12 + seed % 50);
        const sparc::Timing timing = some_timing(seed);
        const std::uint32_t cuts[] = {~0u, 0, 1};
        const CompileOptions options{
            .threshold = seed % 2 ? 0u : 2u, .shortest = 0, .cuts = cuts[seed % 3]};
        const bool v8 = seed % 4 == 0;
        Machine stepped(words, {}, timing, v8), interpreted(words, {}, timing, v8),
            compiled(words, options, timing, v8);
        constexpr std::uint64_t limit = 300;
        for (std::uint64_t cut = 0; cut <= limit; cut += seed % 5 ? 17 : 1) {
            for (Machine *m : {&stepped, &interpreted, &compiled}) prepare(*m, seed);
            for (const std::uint64_t until : {cut, limit}) {
                stepped.run_until(until, true);
                interpreted.run_until(until, false);
                compiled.run_until(until, false);
                const std::string right = describe(stepped);
                ASSERT_EQ(describe(interpreted), right)
                    << "interpreter, seed " << seed << " cut " << cut << " until " << until;
                ASSERT_EQ(describe(compiled), right)
                    << "compiled, seed " << seed << " cut " << cut << " until " << until;
            }
        }
        for (const std::uint64_t stride : {1, 2, 3, 5, 8, 13}) {
            for (Machine *m : {&stepped, &interpreted, &compiled}) prepare(*m, seed);
            for (std::uint64_t until = stride; until <= 250; until += stride) {
                stepped.run_until(until, true);
                interpreted.run_until(until, false);
                compiled.run_until(until, false);
                const std::string right = describe(stepped);
                ASSERT_EQ(describe(interpreted), right)
                    << "interpreter, seed " << seed << " stride " << stride << " until " << until;
                ASSERT_EQ(describe(compiled), right)
                    << "compiled, seed " << seed << " stride " << stride << " until " << until;
            }
        }
        if (compiled.program().compiled()) bytes += compiled.program().compiled()->bytes();
    }
    if (engine::Compiled::built()) {
        EXPECT_GT(bytes, 0u) << "nothing was compiled";
    }
}

/// Small caches of all policies, so that lines replace each other continuously.
CachesConfig some_caches(std::uint32_t seed) {
    static constexpr WritePolicy policies[] = {WritePolicy::through, WritePolicy::through_allocate,
                                               WritePolicy::back};
    const CacheConfig data{.size = 64u << seed % 3,
                           .line = seed % 2 ? 8u : 32u,
                           .ways = 1u << (seed / 2) % 2,
                           .miss = 3 + seed % 7,
                           .write = policies[seed / 3 % 3]};
    CachesConfig all{.data = data, .unified = seed % 4 == 0};
    if (!all.unified) all.instruction = {.size = 64, .line = 16, .ways = 1, .miss = 5};
    if (seed % 5) all.write_buffer = {seed % 3, 4};
    return all;
}

TEST_P(SparcTiers, count_the_same_cycles_with_caches) {
    for (std::uint32_t seed = 1; seed <= test::tries(60); ++seed) {
        const std::vector<std::uint32_t> words =
            TierGenerator(seed, GetParam()).program(12 + seed % 50);
        sparc::Timing timing = some_timing(seed);
        timing.caches = some_caches(seed);
        Machine stepped(words, {}, timing, seed % 4 == 0),
            interpreted(words, {}, timing, seed % 4 == 0);
        for (const std::uint64_t stride : {1, 2, 3, 7, 31, 400}) {
            for (Machine *m : {&stepped, &interpreted}) prepare(*m, seed);
            for (std::uint64_t until = stride; until <= 800; until += stride) {
                stepped.run_until(until, true);
                interpreted.run_until(until, false);
                ASSERT_EQ(describe(interpreted), describe(stepped))
                    << "seed " << seed << " stride " << stride << " until " << until;
                ASSERT_TRUE(interpreted.caches == stepped.caches)
                    << "seed " << seed << " stride " << stride << " until " << until;
            }
        }
    }
}

// ba 1f; ba 2f: one instruction at 1, which is behind a compiled branch, then 2.
TEST(SparcTiersCouples,
     an_instruction_that_a_couple_leads_to_is_in_no_slot_of_the_branch_before_it) {
    const auto ba = [](std::int32_t words) {
        return 0x10800000 | (static_cast<std::uint32_t>(words) & 0x3FFFFF);
    };
    const std::uint32_t nop = 0x01000000;
    const auto count = [](unsigned r) { return format3_imm(0, r, r, 1); };
    const std::vector<std::uint32_t> words = {
        count(1),                  //  0: head
        0x80A04000 | 1u << 13 | 5, //  1: cmp %g1, 5
        0x02800000 | 5,            //  2: be 7
        count(2),                  //  3
        ba(3),                     //  4: the couple: 7 - 4
        ba(5),                     //  5: 10 - 5
        nop,                       //  6
        0x12800000 | 0x3FFFF9,     //  7: bne 0
        count(3),                  //  8: also a target of the second couple
        nop,                       //  8: the second couple leads here too
        ba(2),                     // 10: couple 12, then 16
        nop,                       // 11
        ba(-4),                    // 12: the couple: 8, behind bne
        ba(4),                     // 13: 17
        nop,
        nop,
        nop,      // 14
        ba(-17),  // 17
        count(4), // 18
    };
    for (const std::uint32_t threshold : {0, 2}) {
        const CompileOptions options{.threshold = threshold, .shortest = 0, .cuts = 0};
        Machine stepped(words), compiled(words, options);
        for (const std::uint64_t stride : {31, 1, 2, 3, 5}) {
            for (Machine *m : {&stepped, &compiled}) prepare(*m, 1);
            for (std::uint64_t until = stride; until <= 600; until += stride) {
                stepped.run_until(until, true);
                compiled.run_until(until, false);
                ASSERT_EQ(describe(compiled), describe(stepped)) << stride << " " << until;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, SparcTiers, testing::Bool(), [](const auto &info) {
    return info.param ? "floating_point" : "integer";
});

} // namespace

} // namespace inlet
