// The engine against the stepper: the same state after every possible number of cycles.
#include "cpu_fixture.h"

#include <gtest/gtest.h>
#include <random>

namespace inlet::test {
namespace {

using mips::State;
using mips::Stop;

/// What must agree, printed when it does not.
std::string describe_state(const State &s) {
    std::string out;
    for (unsigned i = 0; i < 32; ++i)
        out += "$" + std::to_string(i) + "=" + std::to_string(s.r[i]) + " ";
    out += "hi=" + std::to_string(s.hi) + " lo=" + std::to_string(s.lo) +
           " pc=" + std::to_string(s.pc) + " npc=" + std::to_string(s.npc) +
           " slot=" + std::to_string(s.in_slot) + " now=" + std::to_string(s.now) +
           " count=" + std::to_string(s.instructions) + " waiting=" + std::to_string(s.waiting) +
           " hilo=" + std::to_string(s.hilo_ready) + " loads=" + std::to_string(s.load_mask) +
           " fault=" + std::to_string(int(s.fault.kind)) + "@" + std::to_string(s.fault.cycle);
    return out;
}

/// The stepper, driven as run() drives it, without ever using a block.
Stop run_stepping(Cpu &cpu, std::uint64_t until) {
    mips::Stepped stepped;
    while (cpu.state.now < until) {
        const Stop stop = mips::step(cpu.state, cpu.mem(), cpu.program, stepped);
        if (stop != Stop::budget) return stop;
    }
    return Stop::budget;
}

/// A random program: arithmetic, memory around data_base ($28, $29 point there), branches forward
/// and back with all kinds of slots, calls. $30 counts down so that loops end.
Code random_code(std::mt19937 &random, int length) {
    const auto pick = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
    const auto reg = [&] { return pick(20) + 1; };
    Code code;
    const auto simple = [&](Code &c) {
        switch (pick(10)) {
        case 0: c.op("addu", {reg(), reg(), reg()}); break;
        case 1: c.op("addiu", {reg(), reg(), pick(65536)}); break;
        case 2: c.op("sltu", {reg(), reg(), reg()}); break;
        case 3: c.op("sra", {reg(), reg(), pick(32)}); break;
        case 4: c.op("lw", {reg(), 4 * pick(64), 28}); break;
        case 5: c.op("sw", {reg(), 4 * pick(64), 28}); break;
        case 6: c.op("lbu", {reg(), pick(256), 28}); break;
        case 7:
            switch (pick(5)) {
            case 0: c.op("divu", {reg(), reg()}); break;
            case 1: c.op("maddu", {reg(), reg()}); break;
            case 2: c.op("mul", {reg(), reg(), reg()}); break;
            default: c.op("multu", {reg(), reg()}); break;
            }
            break;
        case 8:
            switch (pick(6)) {
            case 0: c.op("mfhi", {reg()}); break;
            case 1: c.op("mtlo", {reg()}); break;
            default: c.op("mflo", {reg()}); break;
            }
            break;
        case 9: c.nop(); break;
        }
    };
    for (int i = 0; i < length; ++i) {
        code.label("l" + std::to_string(i));
        if (pick(4)) {
            simple(code);
            continue;
        }
        const std::string target = "l" + std::to_string(pick(length));
        switch (pick(9)) {
        case 0: code.to("beq", {reg(), reg()}, target); break;
        case 1: code.to("bne", {reg(), reg()}, target); break;
        case 2: code.to("bltz", {reg()}, target); break;
        case 3: code.to("bgezal", {reg()}, target); break;
        case 4: code.to("bnel", {reg(), reg()}, target); break;
        case 5: code.to("jal", {}, target); break;
        case 6: code.to("bc2f", {}, target); break;
        case 7: code.la(21, target).op("jalr", {22, 21}); break;
        case 8: code.op("lw", {reg(), 2, 28}); break; // a fault ends it
        }
        simple(code); // the slot; it may write what the branch read
    }
    code.label("l" + std::to_string(length)).op("break", {0});
    return code;
}

void prepare(Cpu &cpu, std::uint32_t seed) {
    std::mt19937 random(seed);
    for (unsigned i = 1; i <= 20; ++i) cpu.state.r[i] = random() % 3 ? random() % 5 : random();
    cpu.state.r[28] = data_base;
    for (std::uint32_t i = 0; i < 64; ++i) cpu.store(data_base + 4 * i, random() % 4);
}

/// A processor of the kind that `seed` gives.
mips::Timing some_timing(std::uint32_t seed) {
    mips::Timing timing = test::timing();
    switch (seed % 4) {
    case 0: // MULT and DIV go on beside what follows
        timing.costs[static_cast<std::size_t>(isa::CostKey::mult)] = 1;
        timing.costs[static_cast<std::size_t>(isa::CostKey::div)] = 1;
        timing.multiply_latency = 12;
        timing.divide_latency = 35;
        break;
    case 1: // everything takes its time
        timing.costs.fill(2);
        timing.costs[static_cast<std::size_t>(isa::CostKey::mult)] = 3;
        timing.load_use = 3;
        timing.multiply_latency = 5;
        timing.annulled_slot = seed / 4 % 3;
        break;
    default: break;
    }
    return timing;
}

TEST(Engine, AgreesWithTheStepperAtEveryCycle) {
    const mips::Features features{.mips32 = true};
    for (std::uint32_t seed = 1; seed <= 600; ++seed) {
        std::mt19937 random(seed);
        const mips::Timing timing = some_timing(seed);
        Code code = random_code(random, 5 + static_cast<int>(seed % 30));
        const std::uint64_t limit = 250;
        for (std::uint64_t cut = 0; cut <= limit; cut += seed % 7 ? 13 : 1) {
            Cpu fast(code, features, timing), slow(code, features, timing);
            prepare(fast, seed);
            prepare(slow, seed);
            // Two stretches, so that the engine also starts where the first was cut.
            Stop a = Stop::budget, b = Stop::budget;
            for (const std::uint64_t until : {cut, limit}) {
                if (a == Stop::budget || a == Stop::spin)
                    a = mips::run(fast.state, fast.mem(), fast.program, until);
                if (b == Stop::budget || b == Stop::spin) b = run_stepping(slow, until);
                ASSERT_EQ(a, b) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(describe_state(fast.state), describe_state(slow.state))
                    << "seed " << seed << " cut " << cut;
            }
            for (std::uint32_t i = 0; i < 64; ++i)
                ASSERT_EQ(fast.load(data_base + 4 * i), slow.load(data_base + 4 * i)) << seed;
        }
    }
}

TEST(Engine, SeesAWaitAndOnlyAWait) {
    Code wait;
    wait.label("head").op("lw", {9, 0, 8}).nop().to("beq", {9, 0}, "head").nop();
    Cpu cpu(wait);
    cpu.state.r[8] = data_base;
    ASSERT_EQ(mips::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::spin);
    EXPECT_EQ(cpu.state.pc, Code::base);
    EXPECT_EQ(cpu.state.spin_cycles, 4u);
    EXPECT_EQ(cpu.state.spin_instructions, 4u);
    EXPECT_EQ(cpu.state.now, 8u) << "two turns show it";
    EXPECT_EQ(cpu.state.waiting, 4u);

    Code count; // ends by itself: no wait
    count.op("addiu", {9, 0, 50})
        .label("head")
        .op("addiu", {9, 9, -1})
        .to("bne", {9, 0}, "head")
        .nop();
    count.op("break", {0});
    Cpu counting(count);
    EXPECT_EQ(mips::run(counting.state, counting.mem(), counting.program, 1000), Stop::fault);
    EXPECT_EQ(counting.state.waiting, 0u);
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
        ASSERT_EQ(mips::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::spin);
        EXPECT_EQ(cpu.state.spin_cycles, 6u);
        cpu.store(data_base, 1);
        EXPECT_EQ(mips::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::fault);
        EXPECT_EQ(cpu.state.fault.pc, each->at("out"));
        EXPECT_EQ(cpu.state.spin.branch, 0u) << "forgotten when left";
    }
}

TEST(Engine, ALoopLeftAndEnteredAgainIsNoWait) {
    // The inner loop's registers look the same each time it closes, but the outer one stores
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
    EXPECT_EQ(mips::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::fault);
    EXPECT_EQ(cpu.state.waiting, 0u);
}

} // namespace
} // namespace inlet::test
