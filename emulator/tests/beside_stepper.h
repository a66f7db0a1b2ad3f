// A CPU that runs on the engine, beside one that the stepper runs.
#pragma once

#include "cpu_fixture.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace inlet::test {

struct BesideStepper {
    Cpu &fast, &slow;
    engine::Stop stop = engine::Stop::budget, reference = engine::Stop::budget;

    /// Runs both up to cycle `until`, unless they have stopped, and compares them.
    void run(std::uint64_t until) {
        if (stop == engine::Stop::budget) stop = fast.run(until);
        engine::Stepped stepped;
        while (reference == engine::Stop::budget && slow.state.now < until)
            reference = engine::step(slow.state, slow.mem(), slow.program, stepped);
        ASSERT_EQ(stop, reference);
        ASSERT_EQ(fast.state.pc, slow.state.pc);
        ASSERT_EQ(fast.state.now, slow.state.now);
        ASSERT_EQ(fast.state.instructions, slow.state.instructions);
        ASSERT_EQ(fast.state.fault.kind, slow.state.fault.kind);
        ASSERT_EQ(fast.state.fault.value, slow.state.fault.value);
        for (unsigned r = 0; r < 32; ++r) ASSERT_EQ(fast.state.r[r], slow.state.r[r]) << r;
    }
    /// Whether the program ended before its budget.
    bool stopped() const { return reference != engine::Stop::budget; }
};

} // namespace inlet::test
