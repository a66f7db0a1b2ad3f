// The hard-wired handlers of a machine that has them (CSD-94-823 3.9), and what they cost.
#pragma once

#include <cstdint>

namespace inlet {

/// All in cycles. The network interface does one message of a priority after the other, beside the
/// CPU.
struct HardwiredConfig {
    /// From the whole message to its reply's or its own entry into the injection buffer, or until
    /// its words are written. At least 1.
    std::uint32_t fetch = 1, store = 1, forward = 1;
    /// That the CPU stands still for each word that is read or written in memory.
    std::uint32_t stolen = 0;

    bool operator==(const HardwiredConfig &) const = default;
};

} // namespace inlet
