// Executes a few instructions in every engine. All must have the expected results.
#pragma once

#include "cpu_fixture.h"

#include <gtest/gtest.h>
#include <string_view>

namespace inlet::test {

/// Loads a row's two operands into $8 and $9.
template <typename Row> auto operands_of(const Row &row) {
    return [&row](Cpu &cpu) {
        cpu.state.r[8] = row.s;
        cpu.state.r[9] = row.t;
    };
}

/// Executes the first `count` instructions with the stepper, and the same cycles with the engine
/// and compiled. Calls `prepare` before each run, and `check` with the stop after it.
template <typename Prepare, typename Check>
void in_each_way(Code &code, int count, const Prepare &prepare, const Check &check,
                 mips::Features features = {}) {
    std::uint64_t until = 0;
    for (const char *way : {"stepper", "engine", "compiled"}) {
        SCOPED_TRACE(way);
        Cpu cpu(code, features);
        if (way == std::string_view("compiled"))
            cpu.program.use_compiled({.threshold = 0, .shortest = 0, .cuts = 0});
        prepare(cpu);
        const bool stepping = way == std::string_view("stepper");
        const engine::Stop stop = stepping ? cpu.step(count) : cpu.run(until);
        if (stepping) until = cpu.state.now + (stop == engine::Stop::fault);
        check(cpu, stop);
    }
}

} // namespace inlet::test
