// The engine against the stepper: the same state after every possible number of cycles.
#include "effort.h"
#include "random_program.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using engine::Stop;

TEST(Engine, AgreesWithTheStepperAtEveryCycle) {
    const mips::Features features{.mips32 = true};
    for (std::uint32_t seed = 1; seed <= tries(600); ++seed) {
        std::mt19937 random(seed);
        const mips::Timing timing = some_timing(seed);
        Code code = random_code(random, 5 + static_cast<int>(seed % 30));
        const std::uint64_t limit = 250;
        for (std::uint64_t cut = 0; cut <= limit; cut += seed % 7 ? 13 : 1) {
            Cpu fast(code, features, timing), slow(code, features, timing);
            prepare(fast, seed);
            prepare(slow, seed);
            // Two stretches, so that the engine also starts at the cut of the first one.
            Stop a = Stop::budget, b = Stop::budget;
            for (const std::uint64_t until : {cut, limit}) {
                if (a == Stop::budget || a == Stop::spin) a = fast.run(until);
                if (b == Stop::budget || b == Stop::spin) b = run_stepping(slow, until);
                ASSERT_EQ(a, b) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(describe_state(fast.state), describe_state(slow.state))
                    << "seed " << seed << " cut " << cut;
                ASSERT_EQ(fast.own_caches, slow.own_caches) << "seed " << seed << " cut " << cut;
            }
            for (std::uint32_t i = 0; i < 64; ++i)
                ASSERT_EQ(fast.load(data_base + 4 * i), slow.load(data_base + 4 * i)) << seed;
        }
    }
}

TEST(Engine, RunsLongStraightLines) { // longer than any counter of a block
    Code code = straight_code(70'000);
    for (const std::uint32_t seed : {2, 3, 0, 1, 8, 9, 17, 20}) { // with caches from cycle 0 on
        const mips::Timing timing = some_timing(seed);
        std::mt19937 random(seed);
        Cpu whole(code, {}, timing), cut(code, {}, timing), slow(code, {}, timing);
        for (Cpu *each : {&whole, &cut, &slow}) each->state.r[28] = Code::base;
        Stop a = Stop::budget, b = Stop::budget;
        while (b == Stop::budget) {
            const std::uint64_t until = slow.state.now + 1 + random() % (random() % 2 ? 90 : 9000);
            a = cut.run(until);
            b = run_stepping(slow, until);
            ASSERT_EQ(a, b) << "seed " << seed << " cycle " << until;
            ASSERT_EQ(describe_state(cut.state), describe_state(slow.state)) << "seed " << seed;
            ASSERT_EQ(cut.own_caches, slow.own_caches) << "seed " << seed << " cycle " << until;
        }
        EXPECT_EQ(whole.run(1'000'000'000), Stop::fault);
        EXPECT_EQ(describe_state(whole.state), describe_state(slow.state)) << "seed " << seed;
        EXPECT_EQ(whole.state.instructions, 70'000u);
    }
}

TEST(Engine, SumsTheGreatestCosts) { // settings of a machine file
    Code code = straight_code(10'000);
    mips::Timing timing{.load_use = 1'000'000};
    timing.costs.fill(1'000'000);
    Cpu fast(code, {}, timing), slow(code, {}, timing);
    for (Cpu *each : {&fast, &slow}) each->state.r[28] = Code::base;
    for (std::uint64_t until = 0; slow.state.fault.kind == FaultKind::none;) {
        until += 1'234'567'890;
        ASSERT_EQ(fast.run(until), run_stepping(slow, until));
        ASSERT_EQ(describe_state(fast.state), describe_state(slow.state));
    }
    EXPECT_GT(slow.state.now, 10'000'000'000u);
}

/// A block with an instruction of a unit that is disabled: the others run, and this one faults.
TEST(Engine, RunsBlocksWhileAUnitIsDisabled) {
    Code code;
    code.op("addiu", {8, 0, 20}).label("head").op("addiu", {9, 9, 3}).op("addiu", {8, 8, -1});
    code.to("bne", {8, 0}, "head").op("sll", {10, 9, 2});
    code.op("addiu", {11, 9, 1}).op("cfc2", {2, isa::ni::niid}).op("addiu", {11, 11, 1});
    for (std::uint64_t cut = 0; cut < 90; ++cut) {
        Cpu fast(code), slow(code);
        for (Cpu *each : {&fast, &slow}) mips::system(each->state).status = 0;
        EXPECT_NE(fast.program.needs(), 0u);
        EXPECT_EQ(fast.program.with_units_off().needs(), 0u);
        EXPECT_EQ(fast.program.with_units_off().ops()->code, fast.program.ops()->code);
        Stop stop = Stop::budget;
        for (const std::uint64_t until : {cut, cut + 200}) {
            if (stop == Stop::budget) stop = fast.run(until);
            run_stepping(slow, until);
            ASSERT_EQ(describe_state(fast.state), describe_state(slow.state)) << cut;
        }
        ASSERT_EQ(stop, Stop::fault);
        EXPECT_EQ(fast.state.fault.kind, FaultKind::unusable);
        EXPECT_EQ(fast.state.r[11], 61u);
    }
}

TEST(Engine, SeesAWaitAndOnlyAWait) {
    Code wait;
    wait.label("head").op("lw", {9, 0, 8}).nop().to("beq", {9, 0}, "head").nop();
    Cpu cpu(wait);
    cpu.state.r[8] = data_base;
    ASSERT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::spin);
    EXPECT_EQ(cpu.state.pc, Code::base);
    EXPECT_EQ(cpu.state.spin_cycles, 4u);
    EXPECT_EQ(cpu.state.spin_instructions, 4u);
    EXPECT_EQ(cpu.state.now, 8u) << "two turns show it";
    EXPECT_EQ(cpu.state.waiting, 4u);

    Code count; // ends by itself: not a wait
    count.op("addiu", {9, 0, 50})
        .label("head")
        .op("addiu", {9, 9, -1})
        .to("bne", {9, 0}, "head")
        .nop();
    count.op("break", {0});
    Cpu counting(count);
    EXPECT_EQ(engine::run(counting.state, counting.mem(), counting.program, 1000), Stop::fault);
    EXPECT_EQ(counting.state.waiting, 0u);
}

TEST(Engine, ALoopThatCountsIsNoCandidate) {
    const auto candidate = [](const char *step, std::initializer_list<std::int64_t> operands) {
        Code code; // as in: while (*++at < limit) ;
        code.label("head").op("lw", {9, 0, 8}).op("slt", {10, 9, 11});
        code.to("bne", {10, 0}, "head").op(step, operands);
        return Cpu(code).program.at(Code::base + 8)->spin != 0;
    };
    EXPECT_FALSE(candidate("addiu", {8, 8, 4}));
    EXPECT_TRUE(candidate("addiu", {8, 8, 0})) << "stays as it is";
    EXPECT_TRUE(candidate("addiu", {8, 12, 4})) << "the same each time";
    EXPECT_TRUE(candidate("addu", {8, 8, 12})) << "$12 may be 0";
    EXPECT_TRUE(candidate("addiu", {10, 10, 4})) << "and written elsewhere";

    Code code; // counts only while the flag is clear
    code.label("head").op("lw", {9, 0, 8}).to("bne", {9, 0}, "past").nop();
    code.op("addiu", {10, 10, 1}).label("past").to("beq", {11, 0}, "head").nop();
    EXPECT_TRUE(Cpu(code).program.at(Code::base + 16)->spin != 0) << "may be left out";
}

TEST(Engine, SeesAWaitThatIsLeftInTheMiddle) { // as compiled without optimisation
    Code code;
    code.label("head").op("lw", {9, 0, 8}).nop().to("bne", {9, 0}, "out").nop();
    code.to("beq", {0, 0}, "head").nop().label("out").op("break", {0});
    Code jump;
    jump.label("head").op("lw", {9, 0, 8}).nop().to("bne", {9, 0}, "out").nop();
    jump.to("j", {}, "head").nop().label("out").op("break", {0});
    for (Code *each : {&code, &jump}) {
        Cpu cpu(*each);
        cpu.state.r[8] = data_base;
        ASSERT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::spin);
        EXPECT_EQ(cpu.state.spin_cycles, 6u);
        cpu.store(data_base, 1);
        EXPECT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::fault);
        EXPECT_EQ(cpu.state.fault.pc, each->at("out"));
        EXPECT_EQ(cpu.state.spin.branch, 0u) << "forgotten when left";
    }
}

TEST(Engine, SeesAWaitWithJumpsInside) { // as clang -O0 compiles it, and with two paths through it
    Code code;
    code.label("head").op("lw", {9, 0, 8}).nop().to("bne", {9, 0}, "out").nop();
    code.to("j", {}, "on").nop().label("on").to("j", {}, "head").nop();
    code.label("out").op("break", {0});
    Code ways;
    ways.label("head").op("lw", {9, 0, 8}).op("lw", {10, 4, 8});
    ways.to("beq", {10, 0}, "short").nop().op("addiu", {10, 10, 3});
    ways.label("short").to("beq", {9, 0}, "head").op("addu", {11, 9, 10}).op("break", {0});
    for (Code *each : {&code, &ways}) {
        for (const std::uint32_t other : {0, 1}) {
            Cpu cpu(*each);
            cpu.state.r[8] = data_base;
            cpu.store(data_base + 4, other);
            ASSERT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::spin);
            EXPECT_EQ(cpu.state.spin_instructions, each == &code ? 8u : 6u + other);
            EXPECT_EQ(cpu.state.pc, Code::base);
            cpu.store(data_base, 1);
            EXPECT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::fault);
            EXPECT_EQ(cpu.state.fault.kind, FaultKind::breakpoint);
        }
    }
}

TEST(Engine, ALoopLeftAndEnteredAgainIsNoWait) {
    // The inner loop's registers are equal each time it closes, but the outer loop stores in
    // between.
    Code code;
    code.op("addiu", {10, 0, 5});
    code.label("outer")
        .op("sw", {0, 0, 8})
        .label("inner")
        .op("lw", {9, 0, 8})
        .op("addiu", {11, 9, 0});
    code.to("bltz", {9}, "inner").nop();
    code.op("addiu", {10, 10, -1}).to("bne", {10, 0}, "outer").nop().op("break", {0});
    Cpu cpu(code);
    cpu.state.r[8] = data_base;
    EXPECT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::fault);
    EXPECT_EQ(cpu.state.waiting, 0u);
}

} // namespace
} // namespace inlet::test
