// SPARC: both engines against a model of the manual (sparc_model.h), with random programs and every
// sequence of SAVE and RESTORE.
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"
#include "sparc_machine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace inlet {

namespace {

using engine::State;
using namespace sparc_test;
using sparc_model::Model;

/// The state that the program can see, and every window of it.
std::string difference(const State &s, const Model &m) {
    if (sparc::read_psr(s) != m.psr())
        return fmt::format("psr {:08x}, model {:08x}", sparc::read_psr(s), m.psr());
    if (s.pc != m.pc || (s.in_slot ? s.npc : s.pc + 4) != m.npc)
        return fmt::format("pc {:x} npc {:x}, model {:x} {:x}", s.pc, s.npc, m.pc, m.npc);
    if (s.r[sparc::y_register] != m.y) return fmt::format("y {:x}, model {:x}", s.r[33], m.y);
    if (s.r[sparc::wim_place] != m.wim) return "wim";
    if (s.r[sparc::tbr_place] != m.tbr) return "tbr";
    State flat = s;
    Model ring = m;
    for (unsigned window = 0; window < Model::windows; ++window) {
        sparc::switch_window(flat, window);
        ring.cwp = window;
        for (unsigned r = 0; r < 32; ++r)
            if (flat.r[r] != ring.get(r))
                return fmt::format("window {} r{} is {:x}, model {:x}", window, r, flat.r[r],
                                   ring.get(r));
    }
    return "";
}

class Generator {
  public:
    explicit Generator(std::uint32_t seed) : random_(seed) {}

    std::vector<std::uint32_t> program(std::size_t size) {
        // Traps on, and one window is the end of the ring.
        std::vector<std::uint32_t> words = {format3_imm(0x32, 0, 0, 1 << pick(8)),
                                            format3_imm(0x31, 0, 0, 0xA0)};
        while (words.size() < size) words.push_back(instruction(size - words.size()));
        for (unsigned i = 0; i < 8; ++i) words.push_back(0x01000000);
        return words;
    }

  private:
    unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
    unsigned reg() { return pick(32); }

    std::uint32_t instruction(std::size_t left) {
        static constexpr unsigned plain[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
                                             0x0C, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17,
                                             0x18, 0x1C, 0x20, 0x21, 0x22, 0x23, 0x24, 0x24, 0x24};
        const unsigned kind = pick(100);
        if (kind < 45) {
            const unsigned op3 = plain[pick(std::size(plain))];
            return pick(2) ? format3(op3, reg(), reg(), reg())
                           : format3_imm(op3, reg(), reg(), static_cast<std::int32_t>(pick(8192)));
        }
        if (kind < 52) {
            const unsigned op3 = 0x25 + pick(3);
            return pick(2) ? format3(op3, reg(), reg(), reg())
                           : format3_imm(op3, reg(), reg(), static_cast<std::int32_t>(pick(32)));
        }
        if (kind < 68) // windows
            return pick(2) ? format3(pick(2) ? save : restore, reg(), reg(), reg())
                           : format3_imm(pick(2) ? save : restore, reg(), reg(),
                                         static_cast<std::int32_t>(pick(8192)));
        if (kind < 86) { // forward branches, into slots too
            const unsigned distance =
                1 + pick(static_cast<unsigned>(std::min<std::size_t>(left, 9)));
            return pick(2) << 29 | pick(16) << 25 | 2u << 22 | distance;
        }
        if (kind < 89) return 1u << 24 | reg() << 25 | pick(1u << 22); // SETHI
        if (kind < 92) return format3(0x28 + pick(4), reg(), 0, 0);    // RDY, RDPSR, RDWIM, RDTBR
        if (kind < 94) return format3(0x30, 0, reg(), reg());          // WRY
        if (kind < 97)
            return format3_imm(ticc, pick(16), reg(), static_cast<std::int32_t>(pick(96)));
        if (kind < 98) return 1u << 30 | (1 + pick(4)); // CALL
        if (kind < 99) return pick(1u << 22);           // UNIMP
        return format3_imm(0x32, 0, 0, 1 << pick(8));   // WRWIM
    }

    std::mt19937 random_;
};

/// These programs do not test host services and traps beyond the table's.
bool calls_host(std::uint32_t word) {
    return (word & 0xFFF82000) == 0x91D02000 && (word & 0x1FFF) >= sparc::first_host_trap &&
           (word & 0x1FFF) <= sparc::last_host_trap;
}

enum class Tier { stepper, interpreter, compiled };

class Sparc : public testing::TestWithParam<Tier> {};

TEST_P(Sparc, random_programs_do_what_the_model_does) {
    unsigned traps = 0;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        std::vector<std::uint32_t> words = Generator(seed).program(60);
        for (std::uint32_t &word : words)
            if (calls_host(word)) word = 0x01000000;
        std::optional<CompileOptions> compiled;
        if (GetParam() == Tier::compiled)
            compiled = CompileOptions{.threshold = 0, .shortest = 0, .cuts = seed % 2};
        Machine m(words, compiled);
        // Each instruction that does not trap is one of the engine's.
        std::uint64_t executed = 0;
        const std::uint32_t last = m.end() - 32;
        while (m.model.pc < last && executed < 400) {
            const std::uint32_t before = m.model.tbr;
            const bool was_on = m.model.et;
            if (!m.step_model()) break;
            const bool trapped = was_on && !m.model.et && m.model.pc == m.model.tbr;
            traps += trapped;
            executed += !trapped;
            (void)before;
        }
        m.run(executed, GetParam() == Tier::stepper);
        ASSERT_EQ(difference(m.state, m.model), "") << "seed " << seed << ", " << executed;
        ASSERT_EQ(m.state.instructions, executed) << "seed " << seed;
    }
    EXPECT_GT(traps, 3000u);
}

std::string name_of(const testing::TestParamInfo<Tier> &info) {
    switch (info.param) {
    case Tier::stepper: return "stepper";
    case Tier::interpreter: return "interpreter";
    case Tier::compiled: break;
    }
    return "compiled";
}

INSTANTIATE_TEST_SUITE_P(Engines, Sparc,
                         testing::Values(Tier::stepper, Tier::interpreter, Tier::compiled),
                         name_of);

/// All sequences of `left` SAVEs and RESTOREs from here.
void all_sequences(const State &state, const Model &model, unsigned left, std::uint64_t &count) {
    for (const bool saves : {true, false}) {
        State s = state;
        Model m = model;
        engine::UopBuilder group;
        const std::uint32_t word = format3_imm(saves ? save : restore, 9, 10, 1);
        sparc::lift(sparc::decode(word, code, {}, false), code, group);
        const engine::Uop &op = group.ops().front();
        const bool done = sparc::functions()[op.c](s, op);
        m.step(word);
        ASSERT_EQ(done, !m.error);
        if (!done) {
            ASSERT_EQ(s.fault.kind,
                      saves ? FaultKind::window_overflow : FaultKind::window_underflow);
            continue;
        }
        ++count;
        s.jump(m.pc);
        ASSERT_EQ(difference(s, m), "");
        if (left > 1) all_sequences(s, m, left - 1, count);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(SparcWindows, every_sequence_of_saves_and_restores) {
    for (std::uint32_t wim = 0; wim < 256; wim += wim < 2 ? 1 : 7) {
        Machine m({});
        m.state.r[sparc::wim_place] = m.model.wim = wim;
        std::uint64_t count = 0;
        all_sequences(m.state, m.model, wim & (wim - 1) ? 12 : 8, count);
        ASSERT_FALSE(HasFatalFailure()) << "wim " << wim;
    }
}

TEST(SparcWindows, groups_obey_the_rules) {
    std::mt19937 random(1);
    for (int i = 0; i < 200000; ++i) {
        const auto word = static_cast<std::uint32_t>(random());
        const engine::Instruction in = sparc::decode(word, code, {}, true);
        engine::UopBuilder group;
        sparc::lift(in, code, group);
        const auto wrong = engine::verify(group.ops());
        ASSERT_FALSE(wrong) << std::hex << word << ": " << *wrong;
    }
}

} // namespace

} // namespace inlet
