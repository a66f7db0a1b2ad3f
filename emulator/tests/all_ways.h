// Runs a program in every way there is: all must agree.
#pragma once

#include "assemble.h"
#include "machine/machine.h"

#include <gtest/gtest.h>

namespace inlet::test {

inline MachineConfig plain_machine() {
    MachineConfig config;
    config.name = "test";
    config.memory_bytes = 1 << 20;
    config.costs.fill(1);
    config.mesh.hop_latency = 2;
    return config;
}

/// The real scheduler and the reference, waits skipped and executed, all compiled for the host and
/// nothing, with an observer (which may be the caller's) and without. Gives the result.
inline RunResult run_all_ways(Code &code, std::uint32_t nodes = 1, Observer *observer = nullptr) {
    RunOptions options;
    options.nodes = nodes;
    options.arguments = {"test"};
    options.max_cycles = 1'000'000;
    const Image image = code.image();
    const RunResult first = Machine(plain_machine(), image, options).run();
    Observer deaf;
    for (const int way : {0, 1, 2, 3, 4, 5}) {
        options.lock_step = way & 1;
        options.skip_waits = !(way & 2);
        options.compiled.reset();
        if (way == 4) options.compiled = mips::CompileOptions{.threshold = 0, .shortest = 0};
        options.observer = way != 5 ? nullptr : observer ? observer : &deaf;
        const RunResult other = Machine(plain_machine(), image, options).run();
        EXPECT_EQ(first.outcome, other.outcome) << way;
        EXPECT_EQ(first.cycles, other.cycles) << way;
        EXPECT_EQ(first.status, other.status) << way;
        EXPECT_EQ(first.message_hash, other.message_hash) << way;
        EXPECT_EQ(first.fault.kind, other.fault.kind) << way;
        EXPECT_EQ(first.fault.cycle, other.fault.cycle) << way;
        for (std::size_t n = 0; n < first.nodes.size(); ++n) {
            EXPECT_EQ(first.nodes[n].cycles, other.nodes[n].cycles) << way;
            EXPECT_EQ(first.nodes[n].instructions, other.nodes[n].instructions) << way;
            EXPECT_EQ(first.nodes[n].cycles_waiting, other.nodes[n].cycles_waiting) << way;
        }
    }
    return first;
}

} // namespace inlet::test
