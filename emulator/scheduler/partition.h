// A set of nodes that one thread runs. A machine has one of them.
#pragma once

#include "node/node_context.h"
#include "node/node_output.h"
#include "scheduler/clock_tree.h"

#include <cstdint>

namespace inlet {

/// Maximum cycles of a node without interruption, so that console lines are printed while it
/// computes.
inline constexpr std::uint64_t longest_stretch = 1 << 20; // cycles

struct Partition {
    explicit Partition(std::uint32_t clock_count) : clocks(clock_count) {
        context.output = &output;
    }
    Partition(const Partition &) = delete; // its nodes point to it
    Partition &operator=(const Partition &) = delete;

    NodeOutput output;
    ClockTree clocks;    ///< of the shared devices, of all first cores, of all second cores
    NodeContext context; ///< what all roles share (RoleProgram::context)
};

} // namespace inlet
