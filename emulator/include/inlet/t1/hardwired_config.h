// Hard-wired handlers (CSD-94-823 3.9) and their cost.
#pragma once

#include <cstdint>

namespace inlet {

/// All numbers are cycles. The network interface executes the messages of a priority one at a time,
/// beside the CPU.
struct HardwiredConfig {
    /// From the arrival of the whole message until its reply, or the message itself, enters the
    /// injection buffer, or until its words are written. At least 1.
    std::uint32_t fetch = 0, store = 0, forward = 0;
    /// Cycles that the CPU loses for each word that is read or written in memory.
    std::uint32_t stolen = 0;

    bool operator==(const HardwiredConfig &) const = default;
};

} // namespace inlet
