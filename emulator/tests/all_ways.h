// Runs a program in every configuration of a machine without caches. All must agree.
#pragma once

#include "assemble.h"
#include "inlet/machine.h"
#include "tests/plain_t1.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace inlet::test {

inline MachineConfig plain_machine() {
    MachineConfig config = plain_t1();
    config.name = "test";
    config.memory_bytes = 1 << 20;
    config.part<MeshConfig>().hop_latency = 2;
    return config;
}

/// The compiled tier off, for all code, and for hot code.
inline std::vector<std::optional<CompileOptions>> ways_to_compile() {
    return {std::nullopt, CompileOptions{.threshold = 0, .shortest = 0, .cuts = 0},
            CompileOptions{}};
}

/// Every stretch is computed by some thread, in small pieces.
inline ThreadOptions many_threads() { return {.count = 3, .least = 0, .chunk = 100}; }

/// A machine in parts (docs/network.md, "Parts of a machine"), in random orders, and now in parts,
/// now in one.
inline std::vector<ThreadOptions> in_parts() {
    return {{.parts = 2, .shuffle = 1},
            {.parts = 3, .shuffle = 2},
            {.parts = 5, .shuffle = 3},
            {.count = 2, .choose = true, .change_every = 20}};
}

/// Combines the scheduler and the reference, waits skipped and executed, the settings of the
/// compiled tier, one thread and several, one part and several, and runs with an observer (which
/// may be the caller's) and without. Returns the result.
inline RunResult run_all_ways(const Image &image, std::uint32_t nodes, Observer *observer,
                              const MachineConfig &machine) {
    RunOptions options;
    options.nodes = nodes;
    options.arguments = {"test"};
    options.max_cycles = 1'000'000;
    const RunResult first = Machine(machine, image, options).run();
    Observer deaf;
    const auto compare = [&](int way) {
        const RunResult other = Machine(machine, image, options).run();
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
    };
    int way = 0;
    for (const auto &compiled : ways_to_compile())
        for (const bool lock_step : {false, true})
            for (const bool skip_waits : {true, false}) {
                options.compiled = compiled;
                options.lock_step = lock_step;
                options.skip_waits = skip_waits;
                compare(way++);
            }
    options.lock_step = false;
    options.threads = many_threads();
    for (const auto &compiled : ways_to_compile()) {
        options.compiled = compiled;
        compare(way++);
    }
    for (const ThreadOptions &threads : in_parts()) {
        options.threads = threads;
        compare(way++);
    }
    options.observer = observer ? observer : &deaf;
    compare(way);
    return first;
}

inline RunResult run_all_ways(Code &code, std::uint32_t nodes = 1, Observer *observer = nullptr,
                              const MachineConfig &machine = plain_machine()) {
    return run_all_ways(code.image(), nodes, observer, machine);
}

} // namespace inlet::test
