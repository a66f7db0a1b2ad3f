// A few instructions in every engine: all must do what is expected.
#pragma once

#include "cpu_fixture.h"

#include <gtest/gtest.h>
#include <string_view>

namespace inlet::test {

/// Puts a row's two operands into $8 and $9.
template <typename Row> auto operands_of(const Row &row) {
    return [&row](Cpu &cpu) {
        cpu.state.r[8] = row.s;
        cpu.state.r[9] = row.t;
    };
}

/// The first `count` instructions by the stepper, the same cycles by the engine, and compiled. Each
/// time `prepare` sees the Cpu before, and `check` it after, with what stopped it.
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
