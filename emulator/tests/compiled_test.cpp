// The compiled tier against the stepper.
#include "random_program.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using mips::Stop;

/// A loaded register matters only if the next instruction uses it. Compiled code knows which it was
/// only then.
void forget_what_nobody_awaits(Cpu &cpu) {
    const mips::Instruction *next = cpu.program.at(cpu.state.pc);
    cpu.state.load_mask &= next ? next->uses : 0;
}

TEST(Compiled, AgreesWithTheStepperAtEveryCycle) {
    if (!mips::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    std::size_t bytes = 0;
    for (std::uint32_t seed = 1; seed <= 600; ++seed) {
        std::mt19937 random(seed);
        // Everything at once; or loops and functions only, the third time.
        const mips::CompileOptions at_once{.threshold = seed % 2 ? 0u : 3u, .shortest = 0};
        mips::Timing timing = some_timing(seed / 2);
        timing.caches = {}; // they are interpreted
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
            // Two stretches, so that compiled code is also entered where the first was cut.
            Stop a = Stop::budget, b = Stop::budget;
            for (const std::uint64_t until : {cut, limit}) {
                if (a == Stop::budget || a == Stop::spin)
                    a = mips::run(fast.state, fast.mem(), fast.program, until);
                if (b == Stop::budget || b == Stop::spin) b = run_stepping(slow, until);
                forget_what_nobody_awaits(fast);
                forget_what_nobody_awaits(slow);
                ASSERT_EQ(a, b) << "seed " << seed << " cut " << cut;
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

} // namespace
} // namespace inlet::test
