// Costs that depend on earlier instructions, worked out by hand, in both engines.
#include "cpu_fixture.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using engine::Stop;

/// The MIPS R3000's MULT and DIV: they issue in one cycle and take 12 and 35.
mips::Timing r3000() {
    mips::Timing timing = test::timing();
    timing.costs.fill(1);
    timing.multiply_latency = 12;
    timing.divide_latency = 35;
    return timing;
}

/// Cycles of the code up to its final BREAK, the same in both engines.
std::uint64_t cycles(Code code, const mips::Timing &timing) {
    code.op("break", {0});
    const mips::Features all{.mips32 = true, .fpu = true};
    Cpu stepped(code, all, timing), run(code, all, timing), compiled(code, all, timing);
    compiled.program.use_compiled({.threshold = 0, .shortest = 0});
    for (Cpu *cpu : {&stepped, &run, &compiled}) {
        cpu->state.r[8] = data_base;
        cpu->state.r[9] = 7;
    }
    EXPECT_EQ(stepped.step(), Stop::fault);
    for (Cpu *cpu : {&run, &compiled}) {
        EXPECT_EQ(cpu->run(~std::uint64_t{0}), Stop::fault);
        EXPECT_EQ(cpu->state.fault.kind, FaultKind::breakpoint);
        EXPECT_EQ(cpu->state.r, stepped.state.r);
        EXPECT_EQ(cpu->state.now, stepped.state.now);
        EXPECT_EQ(cpu->state.instructions, stepped.state.instructions);
    }
    return run.state.now;
}

/// Cycles that `second` waits directly after `first`, and not with one instruction between; within
/// a block, and where a jump, a branch's slot or straight-line code leads into the next one.
std::uint64_t stall(const Code &first, const Code &second) {
    mips::Timing slow = test::timing();
    slow.costs.fill(1);
    slow.load_use = 5;
    const std::uint32_t a = first.words.front(), b = second.words.front();
    const auto append = [](Code &code, std::uint32_t word) -> Code & {
        code.words.push_back(word);
        return code;
    };
    const auto extra = [&](Code code, std::uint64_t instructions) {
        return cycles(std::move(code), slow) - instructions;
    };
    Code straight, apart, slot, likely, behind;
    append(append(straight, a), b);
    append(append(apart, a).nop(), b);
    append(append(slot.to("j", {}, "on"), a).nop().label("on"), b);
    append(append(likely.to("beql", {0, 0}, "on"), a).nop().label("on"), b);
    // The branch back makes `on` the start of a block of compiled code.
    append(append(behind.op("addiu", {14, 0, 0}).label("again"), a).label("on"), b)
        .op("addiu", {14, 14, 1})
        .op("slti", {13, 14, 2})
        .to("bne", {13, 0}, "on")
        .nop();
    const std::uint64_t found = extra(std::move(straight), 2);
    EXPECT_EQ(extra(std::move(slot), 3), found);
    EXPECT_EQ(extra(std::move(likely), 3), found);
    EXPECT_EQ(extra(std::move(behind), 2 + 5 + 5), found);
    EXPECT_EQ(extra(std::move(apart), 3), 0u);
    return found;
}

Code one(std::string_view name, std::initializer_list<std::int64_t> operands) {
    return Code().op(name, operands);
}

TEST(Cost, AReaderOfHiAndLoWaitsForTheRestOfTheLatency) {
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).op("mflo", {10}), r3000()), 13u);
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).nop().nop().op("mflo", {10}), r3000()), 13u);
    EXPECT_EQ(cycles(Code().op("divu", {9, 9}).op("mfhi", {10}), r3000()), 36u);
    Code late;
    late.op("mult", {9, 9});
    for (int i = 0; i < 15; ++i) late.nop();
    EXPECT_EQ(cycles(late.op("mflo", {10}), r3000()), 17u) << "the result is there";
}

TEST(Cost, TheUnitDoesOneThingAfterTheOther) {
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).op("mult", {9, 9}).op("mflo", {10}), r3000()), 25u);
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).op("maddu", {9, 9}), r3000()), 13u);
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).op("mtlo", {9}), r3000()), 13u);
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).op("mul", {10, 9, 9}), r3000()), 24u)
        << "MUL waits for the unit and then for its own result";
    EXPECT_EQ(cycles(Code().op("mul", {10, 9, 9}).op("mflo", {10}), r3000()), 13u);
}

TEST(Cost, OthersDoNotWaitForTheUnit) {
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).op("addu", {10, 9, 9}), r3000()), 2u);
}

TEST(Cost, ALoadsStallComesBeforeTheUnits) {
    // The load issues at 0, MTLO could issue at 2 (load-use), MFLO at 3.
    EXPECT_EQ(cycles(Code().op("lw", {10, 0, 8}).op("mtlo", {10}).op("mflo", {10}), r3000()), 4u);
    // MULT at 0, the load at 1; MTLO waits for both: until 12, not 13.
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).op("lw", {10, 0, 8}).op("mtlo", {10}), r3000()),
              13u);
}

TEST(Cost, AReaderInASlotWaitsAfterItsBranch) {
    Code call; // MULT at 0, JR at 1, its slot's MFLO at 12
    call.la(21, "f").to("j", {}, "over").nop();
    call.label("f").op("mult", {9, 9}).op("jr", {31}).op("mflo", {10});
    call.label("over").op("jalr", {31, 21}).nop();
    const std::uint64_t around = 2 + 2 + 2; // la, j, jalr
    EXPECT_EQ(cycles(call, r3000()), around + 13);
    Code starts; // a MULT in a slot counts from its own cycle
    starts.to("beq", {0, 0}, "on").op("mult", {9, 9}).label("on").op("mflo", {10});
    EXPECT_EQ(cycles(starts, r3000()), 14u);
}

TEST(Cost, WithoutLatencyMultIsPaidAtOnce) {
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).nop().op("mflo", {10}), timing()), 14u);
    mips::Timing shorter = timing(); // less than the issue cost: no wait remains
    shorter.multiply_latency = 5;
    EXPECT_EQ(cycles(Code().op("mult", {9, 9}).nop().op("mflo", {10}), shorter), 14u);
}

TEST(Cost, TheRecordNamesTheWait) {
    Code code;
    code.op("mult", {9, 9}).op("lw", {10, 0, 8}).op("mtlo", {10});
    Cpu cpu(code, {}, r3000());
    cpu.state.r[8] = data_base;
    engine::Stepped stepped;
    for (int i = 0; i < 3; ++i) engine::step(cpu.state, cpu.mem(), cpu.program, stepped);
    EXPECT_EQ(stepped.cycle, 2u);
    EXPECT_EQ(stepped.cost, (Cost{.issue = 1, .load_use = 1, .multiply = 9}));
}

TEST(Cost, WhatIsLoadedForCoprocessor1ArrivesLate) {
    EXPECT_EQ(stall(one("lw", {10, 0, 8}), one("mtc1", {10, 2})), 5u);
    EXPECT_EQ(stall(one("lwc1", {2, 0, 8}), one("add.s", {4, 6, 2})), 5u);
    EXPECT_EQ(stall(one("lwc1", {2, 0, 8}), one("add.s", {2, 6, 3})), 0u);
    EXPECT_EQ(stall(one("lwc1", {3, 0, 8}), one("add.d", {4, 2, 6})), 5u) << "half of the double";
    EXPECT_EQ(stall(one("lwc1", {3, 0, 8}), one("cvt.d.s", {2, 4})), 0u);
    EXPECT_EQ(stall(one("ldc1", {2, 0, 8}), one("mov.s", {4, 3})), 5u);
    EXPECT_EQ(stall(one("ldc1", {2, 0, 8}), one("cvt.s.d", {4, 2})), 5u);
    EXPECT_EQ(stall(one("ldc1", {2, 0, 8}), one("mul.d", {2, 4, 6})), 0u) << "written, not read";
    EXPECT_EQ(stall(one("ldc1", {2, 0, 8}), one("sdc1", {2, 8, 8})), 5u);
    EXPECT_EQ(stall(one("lwc1", {31, 0, 8}), one("swc1", {31, 8, 8})), 5u);
    EXPECT_EQ(stall(one("ldc1", {30, 0, 8}), one("c.lt.d", {0, 30})), 5u);
    EXPECT_EQ(stall(one("lwc1", {2, 0, 8}), one("movn.s", {2, 4, 9})), 5u) << "may leave it";
    EXPECT_EQ(stall(one("ldc1", {2, 0, 8}), one("movf.d", {2, 4, 3})), 5u);
    EXPECT_EQ(stall(one("lwc1", {2, 0, 8}), one("addu", {2, 2, 2})), 0u) << "another $2";
}

TEST(Cost, WhatIsMovedBetweenTheProcessorsArrivesLate) {
    EXPECT_EQ(stall(one("mtc1", {9, 2}), one("cvt.s.w", {4, 2})), 5u);
    EXPECT_EQ(stall(one("mtc1", {9, 3}), one("neg.d", {4, 2})), 5u);
    EXPECT_EQ(stall(one("mfc1", {10, 2}), one("addu", {11, 10, 9})), 5u);
    EXPECT_EQ(stall(one("mfc1", {10, 2}), one("mfc1", {11, 2})), 0u);
    EXPECT_EQ(stall(one("cfc1", {10, 31}), one("ctc1", {10, 31})), 5u);
    EXPECT_EQ(stall(one("ctc1", {0, 31}), one("cfc1", {10, 31})), 5u);
    EXPECT_EQ(stall(one("add.s", {2, 4, 6}), one("mfc1", {10, 2})), 0u) << "its cost is its own";
}

TEST(Cost, AConditionArrivesLate) {
    EXPECT_EQ(stall(one("c.eq.s", {2, 4}), one("movt", {10, 9, 0})), 5u);
    EXPECT_EQ(stall(one("c.eq.d", {6, 2, 4}), one("movf.s", {2, 4, 6})), 5u);
    EXPECT_EQ(stall(one("c.eq.s", {2, 4}), one("cfc1", {10, 31})), 5u);
    EXPECT_EQ(stall(one("c.eq.s", {2, 4}), one("add.s", {2, 4, 6})), 0u);
    mips::Timing slow = test::timing();
    slow.load_use = 5;
    for (const char *name : {"bc1t", "bc1f", "bc1fl", "bc1tl"}) {
        Code branch, later;
        branch.op("c.f.s", {2, 2, 4}).to(name, {2}, "on").nop().label("on");
        later.op("c.f.s", {2, 2, 4}).nop().to(name, {2}, "on").nop().label("on");
        EXPECT_EQ(cycles(std::move(branch), slow), 3 + 5u) << name;
        EXPECT_EQ(cycles(std::move(later), slow), 4u) << name;
    }
}

TEST(Cost, AnAnnulledSlotCostsWhatTheMachineSays) {
    for (std::uint32_t slot : {0u, 1u, 3u}) {
        mips::Timing timing = test::timing();
        timing.annulled_slot = slot;
        Code code;
        code.to("bnel", {0, 0}, "on").op("addiu", {10, 0, 1}).label("on");
        EXPECT_EQ(cycles(code, timing), 1 + slot);
    }
}

TEST(Cost, ALoopThatWaitsForTheUnitIsNoRecognisedWait) {
    Code code; // the first iteration takes longer than the others
    code.op("divu", {9, 9}).label("head").op("mflo", {10}).to("beq", {0, 0}, "head").nop();
    Cpu cpu(code, {}, r3000());
    cpu.state.r[9] = 7;
    EXPECT_EQ(cpu.run(1000), Stop::budget);
    EXPECT_EQ(cpu.state.waiting, 0u);
}

/// A wait that reads `lines` lines of data, each in the same place of a direct-mapped cache, seen
/// by both engines.
void expect_wait(const CachesConfig &caches, int lines, std::uint64_t turn) {
    mips::Timing timing = test::timing();
    timing.caches = caches;
    Code code;
    code.op("sw", {0, 0, 8}).label("head");
    for (int i = 0; i < lines; ++i) code.op("lw", {9, 64 * i, 8});
    code.nop().to("beq", {9, 0}, "head").nop();
    Cpu stepped(code, {}, timing), run(code, {}, timing);
    stepped.state.r[8] = run.state.r[8] = data_base;
    ASSERT_EQ(stepped.step(), Stop::spin);
    ASSERT_EQ(run.run(10000), Stop::spin);
    EXPECT_EQ(run.state.spin_cycles, turn);
    EXPECT_EQ(stepped.state.spin_cycles, turn);
    EXPECT_EQ(run.state.now, stepped.state.now);
    // The reported cost is correct: the next iterations do take that long.
    const std::uint64_t then = run.state.now;
    for (int i = 1; i <= 5; ++i) {
        ASSERT_EQ(run.run(10000), Stop::spin);
        EXPECT_EQ(run.state.now, then + static_cast<unsigned>(i) * turn);
    }
}

TEST(Cost, AWaitIsSeenWhenItsTurnsTakeTheSame) {
    const CacheConfig cache{.size = 64, .line = 16, .ways = 1, .miss = 10};
    expect_wait({.instruction = cache, .data = cache}, 1, 4); // all hit
    // Each line replaces the other, in every iteration.
    expect_wait({.data = cache}, 2, 2 + 3 + 2 * 10);
    // The line that the store modified is written back in the first iteration only.
    CacheConfig back = cache;
    back.write = WritePolicy::back;
    expect_wait({.data = back, .write_buffer = WriteBufferConfig{0, 100}}, 2, 2 + 3 + 2 * 10);
    // Instructions and data replace each other in one line.
    const CacheConfig line{.size = 16, .line = 16, .ways = 1, .miss = 10};
    expect_wait({.data = line, .unified = true}, 3, 3 + 3 + 5 * 10);
}

} // namespace
} // namespace inlet::test
