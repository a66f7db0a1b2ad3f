// The toy instruction set in all three tiers: the same registers, memory and cycles at every stop.
#include "cpu/engine/engine.h"
#include "cpu_fixture.h"
#include "toy_code.h"

#include <gtest/gtest.h>
#include <random>

namespace inlet::test {
namespace {

using engine::Stop;

struct Toy {
    Toy(const ToyCode &code, bool little)
        : program(std::make_shared<ToySet>(little), ToyCode::base, code.bytes()),
          pages(memory_bytes), memory((pages.add(ToyCode::base, code.bytes(), true), pages)) {
        state.jump(ToyCode::base);
        state.r[ToySet::stack] = data_base + page_bytes + 2; // words here cross the page boundaries
    }
    Stop step() {
        engine::Stepped stepped;
        return engine::step(state, memory, program, stepped);
    }
    Stop run(std::uint64_t until) { return engine::run(state, memory, program, until); }

    engine::Program program;
    SharedPages pages;
    Memory memory;
    engine::State state;
};

/// Sums 20 words by calls of a function; an unaligned word counts the calls.
ToyCode program(bool little) {
    ToyCode code(little);
    code.long_unit(ToySet::movi, 1, data_base + 1); // not aligned
    code.long_unit(ToySet::movi, 2, 20);
    code.long_unit(ToySet::movi, 4, 1);
    code.unit(ToySet::store, 2, 1, 8);
    const std::uint32_t loop = code.here();
    code.unit(ToySet::push, 2);
    const std::uint32_t function = code.here() + 6 + 2 + 2 + 2 + 2 + 2;
    code.long_unit(ToySet::call, 0, function);
    code.unit(ToySet::add, ToySet::stack, 4); // no word stays aligned
    code.unit(ToySet::add, ToySet::stack, 4);
    code.unit(ToySet::sub, 2, 4);
    code.branch(engine::not_equal, loop);
    code.end();
    EXPECT_EQ(code.here(), function);
    code.unit(ToySet::load, 5, 1, 8);
    code.unit(ToySet::add, 5, 2); // needs the word that was just loaded
    code.unit(ToySet::store, 5, 1, 8);
    code.unit(ToySet::cmp, 5, 2);
    code.branch(engine::less, code.here() + 2 + 6);
    code.long_unit(ToySet::movi, 6, 7);
    code.unit(ToySet::add, 7, 6);
    code.unit(ToySet::ret, 0);
    return code;
}

void compare(const Toy &a, const Toy &b, std::uint64_t cycle) {
    ASSERT_EQ(a.state.pc, b.state.pc) << cycle;
    ASSERT_EQ(a.state.now, b.state.now) << cycle;
    ASSERT_EQ(a.state.instructions, b.state.instructions) << cycle;
    ASSERT_EQ(a.state.load_mask, b.state.load_mask) << cycle;
    for (unsigned r = 0; r < engine::first_temporary; ++r) {
        if (r != engine::sink) {
            ASSERT_EQ(a.state.r[r], b.state.r[r]) << r << " at " << cycle;
        }
    }
}

class EachOrder : public testing::TestWithParam<bool> {};

TEST_P(EachOrder, StepsAndRunsTheSame) {
    const ToyCode code = program(GetParam());
    Toy slow(code, GetParam()), fast(code, GetParam()), compiled(code, GetParam());
    compiled.program.use_compiled({.threshold = 0, .shortest = 0, .cuts = 0});
    while (slow.step() == Stop::budget) {
    }
    EXPECT_EQ(fast.run(1'000'000), Stop::fault);
    EXPECT_EQ(compiled.run(1'000'000), Stop::fault);
    EXPECT_EQ(slow.state.r[5], 20u + 210u);
    EXPECT_EQ(slow.state.r[7], 140u);
    EXPECT_EQ(slow.state.fault.kind, FaultKind::illegal);
    compare(slow, fast, 0);
    compare(slow, compiled, 0);
    const auto word = [](Toy &toy) {
        std::array<std::uint8_t, 4> bytes;
        EXPECT_TRUE(toy.memory.copy_out(data_base + 9, bytes));
        return GetParam() ? from_little<std::uint32_t>(bytes.data())
                          : from_guest<std::uint32_t>(bytes.data());
    };
    EXPECT_EQ(word(slow), 230u);
    EXPECT_EQ(word(fast), 230u);
    EXPECT_EQ(word(compiled), 230u);
}

TEST_P(EachOrder, StopsAtEveryCycle) {
    const ToyCode code = program(GetParam());
    for (const bool compiles : {false, true}) {
        for (const std::uint64_t stride : {1, 2, 3, 7, 50}) {
            Toy slow(code, GetParam()), fast(code, GetParam());
            if (compiles) fast.program.use_compiled({.threshold = 0, .shortest = 0, .cuts = 0});
            Stop stop = Stop::budget, expected = Stop::budget;
            for (std::uint64_t until = stride; stop == Stop::budget; until += stride) {
                stop = fast.run(until);
                while (slow.state.now < until && expected == Stop::budget) expected = slow.step();
                compare(slow, fast, until);
                ASSERT_EQ(stop, expected);
            }
        }
    }
}

TEST_P(EachOrder, LiftsByTheRules) {
    const ToySet set(GetParam());
    for (std::uint32_t unit = 0; unit < 0xA000; unit += 7) {
        ToyCode code(GetParam());
        code.long_unit(unit >> 12, unit >> 8 & 15, 0x12345678);
        engine::UopBuilder group;
        set.lift(set.decode(code.bytes(), ToyCode::base), ToyCode::base, group);
        EXPECT_EQ(engine::verify(group.ops()).value_or(""), "") << unit;
    }
}

INSTANTIATE_TEST_SUITE_P(Toy, EachOrder, testing::Bool(),
                         [](const auto &order) { return order.param ? "Little" : "Big"; });

TEST(Groups, RulesAreChecked) {
    using engine::UopBuilder, engine::UopCode;
    const auto wrong = [](auto build) {
        UopBuilder group;
        build(group);
        return engine::verify(group.ops()).has_value();
    };
    EXPECT_TRUE(wrong([](UopBuilder &g) {
        g.op(UopCode::ADDIU, 1, 1, 0, 4);
        g.op(UopCode::LW, 2, 1, 0);
    })) << "a load behind a change";
    EXPECT_TRUE(wrong([](UopBuilder &g) { g.op(UopCode::ADDU, 1, 56, 2); }))
        << "a temporary of another group";
    EXPECT_TRUE(wrong([](UopBuilder &g) {
        g.jump();
        g.op(UopCode::ADDIU, 1, 1, 0, 4);
    })) << "something behind a jump";
    EXPECT_TRUE(wrong([](UopBuilder &g) { g.op(UopCode::SPIN, 0, 0, 0); })) << "the stream's own";
    EXPECT_FALSE(wrong([](UopBuilder &g) {
        g.op(UopCode::ADDIU, 56, 1, 0, 4);
        g.op(UopCode::LW, 2, 56, 0);
    }));
}

TEST(Groups, EveryMipsInstructionKeepsTheRules) {
    const auto set = instruction_set({.mips32 = true, .fpu = true});
    const auto check = [&](const isa::Encoding &row) {
        std::array<std::uint8_t, 4> bytes;
        for (const std::uint32_t operands : {0u, 0x01094820u, 0xFFFFFFFFu}) {
            to_guest(bytes.data(), (operands & ~row.mask) | row.match);
            engine::UopBuilder group;
            set->lift(set->decode(bytes, Code::base), Code::base, group);
            EXPECT_EQ(engine::verify(group.ops()).value_or(""), "") << row.name;
        }
    };
    for (const isa::Encoding &row : isa::mips2_encodings) check(row);
    for (const isa::Encoding &row : isa::mips32_encodings) check(row);
    for (const isa::Encoding &row : isa::t1_encodings) check(row);
}

} // namespace
} // namespace inlet::test
