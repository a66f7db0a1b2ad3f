// Operations that MIPS lacks, in random programs: stepper, interpreter and compiled code must agree
// at every stop.
#include "cpu/engine/engine.h"
#include "cpu/engine/flags.h"
#include "cpu/engine/narrow.h"
#include "cpu_fixture.h"

#include <gtest/gtest.h>
#include <random>
#include <string>

namespace inlet::test {
namespace {

using engine::Stop;
using engine::UopCode;

enum class Form { alu, load, store, branch, target };
struct Row {
    const char *name;
    UopCode code;
    Form form;
};

#define ALU(name, effect) {#name, UopCode::name, Form::alu},
#define TRAP(name, condition, kind, effect) {#name, UopCode::name, Form::target},
#define BRANCH(name, condition) {#name, UopCode::name, Form::branch},
#define LOAD(name, type, effect)                                                                   \
    {#name, UopCode::name, Form::load}, {#name "_X", UopCode::name##_X, Form::load},
#define LOAD_ANY(name, type, effect) LOAD(name, type, effect)
#define STORE(name, type, effect)                                                                  \
    {#name, UopCode::name, Form::store}, {#name "_X", UopCode::name##_X, Form::store},
#define STORE_ANY(name, type, effect) STORE(name, type, effect)
const Row rows[] = {
#include "cpu/engine/beyond_mips.def"
};
#undef ALU
#undef TRAP
#undef BRANCH
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY

/// One operation per instruction, by its place in a list.
class ListedSet final : public engine::InstructionSet {
  public:
    explicit ListedSet(std::vector<engine::Uop> list)
        : InstructionSet({.load_use = 1}), list_(std::move(list)) {}

    std::string_view name() const override { return "listed"; }
    unsigned words() const override { return engine::registers; }
    bool has_float() const override { return false; }
    engine::Instruction decode(std::span<const std::uint8_t>, std::uint32_t pc) const override {
        engine::Instruction in;
        in.op = UopCode::NOP;
        in.kind = engine::Kind::trapping;
        in.cost = 1;
        in.uses = in.writes = 0x001F0006FFFFFFFE; // all except 0, the sink and temporaries
        if (engine::ends_block(list_[(pc - Code::base) / 4].code)) {
            in.kind = engine::Kind::branch;
            in.direct = true;
            in.writes = 0;
            in.imm = pc + 8;
        }
        return in;
    }
    void lift(const engine::Instruction &, std::uint32_t pc,
              engine::UopBuilder &group) const override {
        const engine::Uop &op = list_[(pc - Code::base) / 4];
        group.op(op.code, op.to, op.a, op.b, op.imm, op.c);
    }
    bool may_run(const engine::State &, Memory &, const engine::Program &) const override {
        return true;
    }
    bool trap(engine::State &, Memory &, const Fault &,
              const std::function<void()> &) const override {
        return false;
    }
    const engine::Abi &abi() const override {
        static constexpr engine::Abi abi{14, 1, 1, 0, 0};
        return abi;
    }
    void reset(engine::State &) const override {}

  private:
    std::vector<engine::Uop> list_;
};

constexpr unsigned length = 60, last_register = 9, carry_register = 12, base_register = 13,
                   index_register = 14;

/// Operands, of which an operation uses only some.
void keep_in_range(engine::Uop &op) {
    switch (op.code) {
    case UopCode::SRA_CARRY: op.imm &= 31; [[fallthrough]];
    case UopCode::ADD_CARRY:
    case UopCode::ADDI_CARRY:
    case UopCode::SUB_CARRY:
    case UopCode::SUBI_CARRY:
    case UopCode::ADD_EXTENDED:
    case UopCode::ADDI_EXTENDED:
    case UopCode::SUB_EXTENDED:
    case UopCode::SRAV_CARRY:
    case UopCode::ORDER:
    case UopCode::ORDERU:
    case UopCode::ORDERI:
    case UopCode::ORDERIU: op.c = carry_register; break; // 0 or 1
    case UopCode::GATHER_FIELDS:
    case UopCode::SCATTER_FIELDS: op.c = 1 + op.c % 2; break; // eight registers from there on
    case UopCode::NARROW_ADD:
    case UopCode::NARROW_SUB:
    case UopCode::NARROW_LOGIC:
    case UopCode::NARROW_INC:
    case UopCode::NARROW_DEC:
    case UopCode::NARROW_ADDC:
    case UopCode::NARROW_SUBC: op.imm = 8u << op.imm % 3; break; // bits
    case UopCode::NARROW_MUL: op.imm = (8u << op.imm % 2) | (op.imm & 32); break;
    case UopCode::SHIFTED:
    case UopCode::SHIFT_F: op.imm = (op.imm % 6) | 64u << op.imm % 3; break;
    case UopCode::DOUBLE_SHIFTED:
    case UopCode::DOUBLE_SHIFT_F: {
        const std::uint32_t places = op.imm >> 1 & 31;
        op.imm = (op.imm & 1) | 128u << op.imm % 2;
        if (op.c < 8) op.c = 0, op.imm |= places << 16; // by a constant
        break;
    }
    case UopCode::BIT_CHANGED:
    case UopCode::BIT_F: op.imm &= 3; break;
    case UopCode::HI_LO_F:
    case UopCode::BIT_SCAN_F: op.imm &= 1; break;
    case UopCode::CARRY_F: op.imm %= 3; break;
    default: break;
    }
}

std::vector<engine::Uop> list(std::mt19937 &random) {
    std::vector<engine::Uop> list;
    const auto some = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    while (list.size() < length) {
        const Row &row = rows[some(std::size(rows))];
        engine::Uop op;
        op.code = row.code;
        op.to = static_cast<std::uint8_t>(1 + some(last_register));
        op.a = static_cast<std::uint8_t>(some(last_register + 1));
        op.b = static_cast<std::uint8_t>(some(last_register + 1));
        op.c = static_cast<std::uint8_t>(some(16));
        op.imm = some(4) ? some(64) : static_cast<std::uint32_t>(random());
        switch (row.form) {
        case Form::alu: break;
        case Form::target:
            op.to = engine::latched_target;
            op.a = base_register;
            op.imm = 4 * some(9) + (some(20) == 0);
            break;
        case Form::branch: op.to = engine::sink; break;
        case Form::load:
        case Form::store:
            op.a = base_register;
            op.c = index_register;
            op.imm = 8 * some(8) + (some(12) == 0 ? some(8) : 0);
            if (some(40) == 0) op.imm = page_bytes - 3; // mostly across the page's end
            op.b = static_cast<std::uint8_t>(2 * some(4));
        }
        keep_in_range(op);
        list.push_back(op);
    }
    list.back().code = list[length - 2].code = UopCode::NOP; // targets of branches
    return list;
}

struct Machine {
    Machine(const std::shared_ptr<const ListedSet> &set, std::uint32_t seed, bool reserve = false)
        : text(4 * length), program(set, Code::base, text), pages(memory_bytes),
          memory((pages.add(Code::base, text, true), pages), reserve) {
        std::mt19937 random(seed);
        const std::uint32_t special[] = {0, 1, 3, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
        const auto value = [&] {
            return random() % 2 ? special[random() % 6] : static_cast<std::uint32_t>(random());
        };
        for (unsigned r = 1; r <= last_register; ++r) state.r[r] = value();
        for (unsigned f = 0; f < 32; ++f) state.r[engine::first_float + f] = value();
        state.r[engine::high_word] = value();
        engine::set_flags(state.r.data(), static_cast<engine::FlagKind>(random() % 4), value(),
                          value());
        state.r[base_register] = data_base;
        state.r[index_register] = 8;
        state.r[carry_register] = random() % 2;
        for (std::uint32_t at = 0; at < 2 * page_bytes; at += 4)
            to_guest(memory.write<std::uint32_t>(data_base + at), value());
        state.jump(Code::base);
    }
    std::vector<std::uint8_t> text;
    engine::Program program;
    SharedPages pages;
    Memory memory;
    engine::State state;
};

void compare(const Machine &a, const Machine &b) {
    ASSERT_EQ(a.state.pc, b.state.pc);
    ASSERT_EQ(a.state.now, b.state.now);
    ASSERT_EQ(a.state.instructions, b.state.instructions);
    for (unsigned r = 0; r < engine::registers; ++r) {
        if (r != engine::sink && (r < engine::flag_kind || r > engine::flag_right)) {
            ASSERT_EQ(a.state.r[r], b.state.r[r]) << r;
        }
    }
    // Compiled code has other forms of the same conditions.
    ASSERT_EQ(engine::six_flags(a.state.r.data()), engine::six_flags(b.state.r.data()));
    for (std::uint32_t at = 0; at < 2 * page_bytes; at += 4)
        ASSERT_EQ(from_guest<std::uint32_t>(a.memory.read<std::uint32_t>(data_base + at)),
                  from_guest<std::uint32_t>(b.memory.read<std::uint32_t>(data_base + at)));
}

enum class Tier { interpreted, compiled, direct };
class Operations : public testing::TestWithParam<Tier> {};

TEST_P(Operations, AgreeInRandomPrograms) {
    std::uint64_t executed = 0;
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        std::mt19937 random(seed);
        const auto set = std::make_shared<ListedSet>(list(random));
        Machine slow(set, seed), fast(set, seed, GetParam() == Tier::direct);
        if (GetParam() != Tier::interpreted)
            fast.program.use_compiled({.threshold = 0, .shortest = 0, .cuts = 0});
        Stop stop = Stop::budget, expected = Stop::budget;
        while (stop == Stop::budget) {
            const std::uint64_t until = fast.state.now + 1 + random() % 40;
            stop = engine::run(fast.state, fast.memory, fast.program, until);
            engine::Stepped stepped;
            while (slow.state.now < until && expected == Stop::budget)
                expected = engine::step(slow.state, slow.memory, slow.program, stepped);
            compare(slow, fast);
            ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
            ASSERT_EQ(stop, expected) << "seed " << seed;
        }
        ASSERT_EQ(fast.state.fault.kind, slow.state.fault.kind) << "seed " << seed;
        executed += slow.state.instructions;
    }
    EXPECT_GT(executed, 5000u) << "most programs end too soon";
}

std::string name_of(const testing::TestParamInfo<Tier> &tier) {
    constexpr const char *names[] = {"Interpreted", "Compiled", "Direct"};
    return names[static_cast<int>(tier.param)];
}

INSTANTIATE_TEST_SUITE_P(Tiers, Operations,
                         testing::Values(Tier::interpreted, Tier::compiled, Tier::direct), name_of);

} // namespace
} // namespace inlet::test
