// The compiled tier against the stepper.
#include "cpu/engine/compiled/known_pages.h"
#include "effort.h"
#include "random_program.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using engine::Stop;

/// A loaded register matters only if the next instruction uses it. Compiled code knows the register
/// only then.
void forget_what_nobody_awaits(Cpu &cpu) {
    const engine::Instruction *next = cpu.program.at(cpu.state.pc);
    cpu.state.load_mask &= next ? next->awaits : 0;
}

TEST(Compiled, AgreesWithTheStepperAtEveryCycle) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    std::size_t bytes = 0;
    for (std::uint32_t seed = 1; seed <= tries(600); ++seed) {
        std::mt19937 random(seed);
        // Compiles everything immediately; every third time only loops and functions.
        // Never stops inside a block, stops immediately, and stops some time later.
        const std::uint32_t cuts[] = {~0u, 0, 1};
        const CompileOptions at_once{
            .threshold = seed % 2 ? 0u : 3u, .shortest = 0, .cuts = cuts[seed % 3]};
        const mips::Timing timing = some_timing(seed / 2); // two in three with caches
        const mips::Features features{.mips32 = true};
        Code code = random_code(random, 5 + static_cast<int>(seed % 30));
        Cpu fast(code, features, timing), slow(code, features, timing);
        fast.program.use_compiled(at_once);
        const std::uint64_t limit = 250;
        for (std::uint64_t cut = 0; cut <= limit; cut += seed % 7 ? 13 : 1) {
            fast.reset();
            slow.reset();
            prepare(fast, seed);
            prepare(slow, seed);
            // Two stretches, so that compiled code is also entered at the cut of the first one.
            Stop a = Stop::budget, b = Stop::budget;
            for (const std::uint64_t until : {cut, limit}) {
                if (a == Stop::budget || a == Stop::spin) a = fast.run(until);
                if (b == Stop::budget || b == Stop::spin) b = run_stepping(slow, until);
                forget_what_nobody_awaits(fast);
                forget_what_nobody_awaits(slow);
                ASSERT_EQ(a, b) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(fast.own_caches, slow.own_caches) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(describe_state(fast.state), describe_state(slow.state))
                    << "seed " << seed << " cut " << cut;
            }
            for (std::uint32_t i = 0; i < 64; ++i)
                ASSERT_EQ(fast.load(data_base + 4 * i), slow.load(data_base + 4 * i)) << seed;
        }
        bytes += fast.program.compiled()->bytes();
    }
    EXPECT_GT(bytes, 0u) << "nothing was compiled";
}

/// Runs both until a fault or `limit`, with a stop every `stride` cycles and a comparison at each.
/// Returns how often compiled code could continue at a stop.
int compare_in_strides(Cpu &fast, Cpu &slow, std::uint64_t stride, std::uint64_t limit) {
    int places = 0;
    Stop a = Stop::budget, b = Stop::budget;
    for (std::uint64_t until = stride; b != Stop::fault && until <= limit; until += stride) {
        places += fast.program.compiled()->place(fast.state) != 0;
        a = engine::run(fast.state, fast.mem(), fast.program, until);
        b = run_stepping(slow, until);
        forget_what_nobody_awaits(fast);
        forget_what_nobody_awaits(slow);
        EXPECT_EQ(a, b) << "stride " << stride << " cycle " << until;
        EXPECT_EQ(describe_state(fast.state), describe_state(slow.state))
            << "stride " << stride << " cycle " << until;
        if (testing::Test::HasFailure()) break;
    }
    for (std::uint32_t i = 0; i < 64; ++i)
        EXPECT_EQ(fast.load(data_base + 4 * i), slow.load(data_base + 4 * i));
    return places;
}

TEST(Compiled, StopsAndGoesOnAtEveryCycle) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    int places = 0;
    for (std::uint32_t seed = 1; seed <= 200 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        mips::Timing timing = some_timing(seed / 2);
        timing.caches = {};
        Code code = random_code(random, 5 + static_cast<int>(seed % 30));
        const mips::Features features{.mips32 = true};
        Cpu fast(code, features, timing), slow(code, features, timing);
        fast.program.use_compiled({.threshold = seed % 2 * 2, .shortest = 0, .cuts = seed % 3});
        for (const std::uint64_t stride : {1, 2, 3, 5, 8, 13, 21}) {
            for (Cpu *each : {&fast, &slow}) {
                each->reset();
                prepare(*each, seed);
            }
            places += compare_in_strides(fast, slow, stride, 250);
        }
    }
    EXPECT_GT(places, 1000);
}

// Every way to end a block, waits, stores into the block's own page and traps: once all of it is
// compiled, the node never stops where compiled code cannot continue.
TEST(Compiled, GoesOnWhereverItIsStopped) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code code;
    code.la(20, "function").li(13, 0).li(4, 50).label("head");
    code.op("lw", {8, 0, 28}).op("addu", {9, 8, 13}).op("lw", {10, 4, 28}); // with stalls
    code.to("beq", {10, 13}, "skip").op("sw", {9, 8, 28});
    code.op("multu", {9, 13}).op("mflo", {11}).op("addi", {12, 11, 1});
    code.label("skip").to("bne", {13, 4}, "latched").op("addiu", {13, 13, 1}); // reads it too
    code.label("latched").to("jal", {}, "function").op("lw", {5, 12, 28});
    code.op("addu", {5, 5, 5}).op("jalr", {31, 20}).nop().op("teq", {13, 14, 0});
    code.to("bgtz", {4}, "head").op("addiu", {4, 4, -1}).op("break", {0});
    code.label("function").op("swl", {13, 16, 28}).op("jr", {31}).op("lw", {5, 0, 28});
    for (const std::uint32_t kind : {1, 3}) { // with and without latencies
        mips::Timing timing = some_timing(kind);
        timing.caches = {};
        timing.multiply_latency = 0; // code that waits for HI and LO is interpreted
        Cpu fast(code, {}, timing), slow(code, {}, timing);
        fast.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 1});
        for (const std::uint64_t stride : {29, 1, 2, 3, 4, 5, 6, 7, 11}) {
            for (Cpu *each : {&fast, &slow}) {
                each->reset();
                prepare(*each, 7);
                each->state.r[14] = 1000; // $13 is never
            }
            const int places = compare_in_strides(fast, slow, stride, 100'000);
            // All except the few instructions before the loop.
            const auto stops = static_cast<int>(slow.state.now / stride);
            EXPECT_EQ(slow.state.fault.kind, FaultKind::breakpoint);
            if (stride < 29) { // from then on it is compiled
                EXPECT_GE(places, stops - 20) << stride;
            }
        }
    }
}

/// A loop with a switch and a call through registers: the targets of these jumps are learned and
/// compiled together with the loop.
TEST(Compiled, LearnsWhereJumpsLead) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code code;
    code.la(20, "case")
        .la(21, "function")
        .li(4, static_cast<std::int32_t>(tries(400)))
        .label("head");
    code.op("andi", {10, 4, 3}).op("sll", {10, 10, 4}).op("addu", {10, 10, 20});
    code.op("jr", {10}).op("addiu", {9, 13, 1}).label("case");
    for (const int n : {3, 5, 7, 11}) // 16 bytes each
        code.op("addiu", {13, 13, n}).to("beq", {0, 0}, "behind").op("addu", {11, 11, 9}).nop();
    code.label("behind").op("jalr", {31, 21}).nop();
    code.to("bgtz", {4}, "head").op("addiu", {4, 4, -1}).op("break", {0});
    code.label("function").op("sw", {13, 0, 28}).op("jr", {31}).op("addiu", {12, 12, 1});
    for (const std::uint32_t kind : {1, 3})
        for (const std::uint32_t cuts : {0, 1, 1000}) {
            mips::Timing timing = some_timing(kind);
            timing.caches = {};
            Cpu fast(code, {}, timing), slow(code, {}, timing);
            fast.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = cuts});
            for (const std::uint64_t stride : {100'000, 1000, 29, 1, 2, 3, 5}) {
                for (Cpu *each : {&fast, &slow}) {
                    each->reset();
                    prepare(*each, 7);
                }
                compare_in_strides(fast, slow, stride, 100'000);
                EXPECT_EQ(slow.state.fault.kind, FaultKind::breakpoint);
            }
        }
}

TEST(Compiled, RunsLongStraightLines) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code code;
    code.label("head");
    const Code body = straight_code(70'000);
    code.words = body.words;
    code.words.pop_back();
    code.op("addiu", {13, 13, 1}).op("slti", {14, 13, 3}).to("beq", {14, 0}, "out").nop();
    code.to("j", {}, "head").nop().label("out").op("break", {0});
    for (const std::uint32_t threshold : {0, 2}) {
        mips::Timing timing = some_timing(3);
        timing.caches = {};
        std::mt19937 random(threshold);
        Cpu fast(code, {}, timing), slow(code, {}, timing);
        fast.program.use_compiled(
            {.threshold = threshold, .shortest = 0, .cuts = threshold ? 0u : 16u});
        for (Cpu *each : {&fast, &slow}) each->state.r[28] = Code::base;
        Stop a = Stop::budget, b = Stop::budget;
        while (b == Stop::budget) {
            const std::uint64_t until = slow.state.now + 1 + random() % (random() % 3 ? 90'000 : 9);
            a = engine::run(fast.state, fast.mem(), fast.program, until);
            b = run_stepping(slow, until);
            forget_what_nobody_awaits(fast);
            forget_what_nobody_awaits(slow);
            ASSERT_EQ(a, b) << "cycle " << until;
            ASSERT_EQ(describe_state(fast.state), describe_state(slow.state)) << until;
        }
        EXPECT_EQ(slow.state.instructions, 3u * 70'006 - 2);
        EXPECT_GT(fast.program.compiled()->bytes(), 0u);
    }
}

/// A loop of several regions, with calls by address into code in another region: once all of it is
/// compiled, execution stays in compiled code between them, and it still stops at every cycle.
TEST(Compiled, GoesFromRegionToRegion) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    constexpr int turns = 400;
    Code code;
    code.la(20, "function").li(13, 0).label("head");
    for (int part = 0; part < 9; ++part) {
        for (int i = 0; i < 300; ++i) code.op("addiu", {8 + i % 4, 9 + i % 3, i});
        code.op("jalr", {31, 20}).nop();
    }
    code.op("addiu", {13, 13, 1}).op("slti", {14, 13, turns}).to("beq", {14, 0}, "out").nop();
    code.to("j", {}, "head").nop().label("out").op("break", {0});
    code.label("function").op("lw", {5, 0, 28}).op("sw", {13, 4, 28});
    code.op("jr", {31}).op("addu", {12, 12, 5});
    for (const std::uint32_t cuts : {0, 1, 1000}) {
        mips::Timing timing = some_timing(1);
        timing.caches = {};
        Cpu fast(code, {}, timing), slow(code, {}, timing);
        fast.program.use_compiled({.threshold = 3, .shortest = 0, .cuts = cuts});
        prepare(fast, 7);
        EXPECT_EQ(fast.run(10'000'000), Stop::fault);
        EXPECT_LT(fast.program.compiled()->entries(), turns / 4u);
        for (const std::uint64_t stride : {100'000, 1009, 97, 13}) {
            for (Cpu *each : {&fast, &slow}) {
                each->reset();
                prepare(*each, 7);
            }
            compare_in_strides(fast, slow, stride, stride < 1000 ? 20'000 : 200'000);
        }
    }
}

/// Where each stretch saves the pages that it writes, the first store of a loop is the stepper's.
/// That is no reason to interpret the loop, which runs to the end of the stretch otherwise.
TEST(Compiled, StaysWhereStoresAreSaved) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    constexpr int stretches = 1000;
    Code code;
    code.li(13, 0).label("head").op("sw", {13, 4, 28});
    for (int i = 0; i < 20; ++i) code.op("addiu", {8 + i % 4, 9 + i % 3, i});
    code.to("j", {}, "head").op("addiu", {13, 13, 1});
    mips::Timing timing = some_timing(1);
    timing.caches = {};
    Cpu cpu(code, {}, timing);
    cpu.program.use_compiled({.threshold = 3, .shortest = 0, .cuts = ~0u});
    cpu.reset();
    prepare(cpu, 7);
    std::uint64_t half = 0;
    for (int i = 0; i < stretches; ++i) {
        if (i == stretches / 2) half = cpu.program.compiled()->entries();
        cpu.mem().begin();
        ASSERT_EQ(cpu.run(cpu.state.now + 997), Stop::budget);
        cpu.mem().keep();
    }
    EXPECT_GE(cpu.program.compiled()->entries() - half, stretches / 2u);
}

/// Several accesses through one register whose page is looked up once: across the end of a page, at
/// addresses that fault, on a page that is written for the first time, and where the register
/// changes between them.
TEST(Compiled, LooksUpAPageOnce) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code code;
    code.label("head").op("addu", {16, 15, 0});
    code.op("lw", {8, 0, 16}).op("lw", {9, 4, 16}).op("lbu", {10, 11, 16}).op("lh", {11, 14, 16});
    code.op("sw", {8, 8, 16}).op("sb", {9, 3, 16}).op("sh", {10, 6, 16}).op("sw", {13, -8, 16});
    code.op("lw", {17, 16, 16}).op("addu", {16, 16, 12}).op("lw", {18, 16, 16});
    code.op("addu", {19, 18, 17}).op("sw", {19, 20, 16}).op("sw", {19, 24, 16});
    code.op("addiu", {13, 13, 1}).op("addu", {15, 15, 14}); // 14: the distance that it moves
    code.to("bne", {13, 4}, "head").nop().op("break", {0});
    for (const std::int32_t step : {0, 4, 12, 516, 2, 0x3FFC})
        for (const std::uint32_t cuts : {0, 1, 1000}) {
            SCOPED_TRACE(step);
            Cpu fast(code), slow(code);
            fast.program.use_compiled({.threshold = 3, .shortest = 0, .cuts = cuts});
            for (const std::uint64_t stride : {100'000, 29, 1, 2, 3, 5, 7, 11}) {
                for (Cpu *each : {&fast, &slow}) {
                    each->reset();
                    for (std::uint32_t i = 0; i < 0x2000; i += 4)
                        each->store(data_base + i, i * 0x01010107u);
                    each->state.r[4] = tries(600);
                    each->state.r[12] = 0x40; // within the block
                    each->state.r[14] = static_cast<std::uint32_t>(step);
                    each->state.r[15] = data_base + 0xF00;
                }
                compare_in_strides(fast, slow, stride, 40'000);
                for (std::uint32_t i = 0; i < 0x2000; i += 4)
                    ASSERT_EQ(fast.load(data_base + i), slow.load(data_base + i)) << i;
            }
        }
}

TEST(KnownPages, EndWithTheRegisterAndTheBlock) {
    using engine::KnownPages;
    using engine::UopCode;
    const auto make = [](UopCode code, unsigned to, unsigned a, std::uint32_t imm) {
        engine::Uop op;
        op.code = code;
        op.to = static_cast<std::uint8_t>(to);
        op.a = static_cast<std::uint8_t>(a);
        op.imm = imm;
        return op;
    };
    const engine::Uop ops[] = {
        make(UopCode::LW, 8, 16, 4),      make(UopCode::LBU, 9, 16, 11),
        make(UopCode::SW, 0, 16, 100),    make(UopCode::LH, 10, 16, ~7u),
        make(UopCode::LW, 11, 16, 0x800), make(UopCode::ADDIU, 16, 16, 4),
        make(UopCode::LW, 8, 16, 200),
    };
    const auto access = [&](int i) { return *engine::plain_access(ops[i].code); };
    KnownPages pages;
    EXPECT_EQ(pages.used(), 0u);
    const auto page = pages.begin(ops[0], access(0), std::end(ops));
    ASSERT_TRUE(page);
    EXPECT_EQ(page->first, -8);
    EXPECT_EQ(page->end, 12);
    EXPECT_EQ(pages.used(), 1u);
    EXPECT_TRUE(pages.find(ops[1], access(1)));
    EXPECT_FALSE(pages.find(ops[2], access(2))) << "a store asks another table";
    EXPECT_TRUE(pages.find(ops[3], access(3)));
    EXPECT_FALSE(pages.find(ops[4], access(4))) << "too far away";
    EXPECT_FALSE(pages.begin(ops[4], access(4), std::end(ops))) << "nothing follows";
    pages.wrote(ops[5]);
    EXPECT_EQ(pages.used(), 0u);
    EXPECT_FALSE(pages.find(ops[0], access(0)));
    EXPECT_FALSE(pages.begin(ops[0], access(0), ops + 1)) << "the block ends";
}

// An operation that the translator does not know is interpreted, with the whole region around it.
// That is correct but slow: every operation of the engine must be known.
TEST(Compiled, HasEveryIntegerOperation) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    const auto has = [](const isa::Encoding &row) {
        Code code;
        code.label("head").words = {row.match};
        code.nop().to("j", {}, "head").nop();
        Cpu cpu(code, {.mips32 = true, .fpu = true});
        const engine::Instruction &in = *cpu.program.at(Code::base);
        using engine::Kind;
        const bool wanted = in.kind == Kind::plain || in.kind == Kind::load ||
                            in.kind == Kind::store || in.kind == Kind::branch ||
                            in.kind == Kind::jump || in.kind == Kind::trapping;
        using isa::Mips;
        const bool interpreted = in.op == Mips::LL || in.op == Mips::SC || in.op == Mips::BREAK ||
                                 in.op == Mips::BLTZAL || in.op == Mips::BGEZAL;
        cpu.program.use_compiled({.threshold = 1, .shortest = 0}); // the loop as a whole
        cpu.run(100);
        return !wanted || interpreted || cpu.program.compiled()->bytes() > 0;
    };
    for (const isa::Encoding &row : isa::mips2_encodings) EXPECT_TRUE(has(row)) << row.name;
    for (const isa::Encoding &row : isa::mips32_encodings) EXPECT_TRUE(has(row)) << row.name;
}

} // namespace
} // namespace inlet::test
