// Two runs have the same result.
#pragma once

#include "inlet/machine.h"

#include <cstddef>
#include <gtest/gtest.h>

namespace inlet::test {

inline void expect_same_results(const RunResult &a, const RunResult &b) {
    EXPECT_EQ(a.outcome, b.outcome);
    EXPECT_EQ(a.cycles, b.cycles);
    EXPECT_EQ(a.message_hash, b.message_hash);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.fault, b.fault);
    EXPECT_EQ(a.message, b.message);
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t n = 0; n < a.nodes.size(); ++n) {
        const auto &[cycles, instructions, sent, received, waiting, status, exited, refused, idle] =
            a.nodes[n];
        const NodeSummary &other = b.nodes[n];
        EXPECT_EQ(cycles, other.cycles) << n;
        EXPECT_EQ(instructions, other.instructions) << n;
        EXPECT_EQ(sent, other.messages_sent) << n;
        EXPECT_EQ(received, other.messages_received) << n;
        EXPECT_EQ(waiting, other.cycles_waiting) << n;
        EXPECT_EQ(status, other.status) << n;
        EXPECT_EQ(exited, other.exited) << n;
        EXPECT_EQ(refused, other.cycles_refused) << n;
        EXPECT_EQ(idle, other.cycles_idle) << n;
    }
}

} // namespace inlet::test
