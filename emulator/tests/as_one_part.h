// A machine in parts gives what it gives in one part: in random orders, on threads, and with
// snapshots that one number of parts has written and another one reads.
#pragma once

#include "inlet/machine.h"
#include "same_results.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace inlet::test {

struct InPartsRun {
    RunResult result;
    std::vector<std::string> lines;
};

inline void expect_as_one(const InPartsRun &one, const InPartsRun &other) {
    expect_same_results(one.result, other.result);
    EXPECT_EQ(one.lines, other.lines);
}

/// Runs with these options; with `cut`, as `options` up to there and then, from a snapshot, as
/// `after`.
inline InPartsRun run_in_parts(const MachineConfig &machine, const Image &image, RunOptions options,
                               std::uint64_t cut = 0, const ThreadOptions &after = {}) {
    InPartsRun run;
    options.console = [&](std::uint32_t node, std::string_view line) {
        run.lines.push_back(std::to_string(node) + ": " + std::string(line));
    };
    Machine first(machine, image, options);
    if (!cut) {
        run.result = first.run();
        return run;
    }
    first.run_until(cut);
    const Snapshot saved = first.snapshot();
    options.threads = after;
    Machine second(machine, image, options);
    second.resume(saved);
    run.result = second.run();
    return run;
}

/// Returns the run in one part.
inline InPartsRun expect_as_one_part(const MachineConfig &machine, const Image &image,
                                     RunOptions options) {
    options.threads = {};
    const InPartsRun one = run_in_parts(machine, image, options);
    const ThreadOptions ways[] = {{.parts = 2, .shuffle = 1},
                                  {.parts = 3, .shuffle = 2},
                                  {.parts = 5, .shuffle = 3},
                                  {.parts = 4},
                                  {.count = 2, .parts = 2},
                                  {.count = 3, .delay = 20, .parts = 5},
                                  {.count = 3, .choose = true, .change_every = 50}};
    for (const ThreadOptions &threads : ways) {
        SCOPED_TRACE(std::to_string(threads.parts) + " parts, " + std::to_string(threads.count) +
                     " threads");
        options.threads = threads;
        expect_as_one(one, run_in_parts(machine, image, options));
    }
    if (one.result.outcome != Outcome::exited) return one;
    for (std::uint64_t part = 1; part < 4; ++part) {
        const std::uint64_t cut = one.result.cycles * part / 4;
        SCOPED_TRACE("cut at " + std::to_string(cut));
        options.threads = ways[part % 4];
        expect_as_one(one, run_in_parts(machine, image, options, cut, ways[(part + 1) % 4]));
        expect_as_one(one, run_in_parts(machine, image, options, cut));
        options.threads = {};
        expect_as_one(one, run_in_parts(machine, image, options, cut, ways[part % 4]));
    }
    return one;
}

} // namespace inlet::test
