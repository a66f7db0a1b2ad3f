// Configuration of a SPARC processor.
#pragma once

#include "inlet/isa/sparc.h"
#include "inlet/network_parts.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet {

/// Cycles of the network interface in the coprocessor (docs/cm5-xnet.md). `frame` is in bytes.
struct SparcNetworkConfig : NetworkParts {
    std::uint32_t send = 0;  ///< a SEND that the network accepts
    std::uint32_t read = 0;  ///< RDNI
    std::uint32_t write = 0; ///< WRNI
    std::uint32_t hret = 0;  ///< HRET
    std::uint32_t frame = 0; ///< bytes below the interrupted %sp where a handler's stack begins

    bool operator==(const SparcNetworkConfig &) const = default;
};

struct SparcConfig {
    bool v8 = false;                 ///< has the instructions that V8 added
    std::uint32_t load_use = 0;      ///< cycles if the next instruction uses a loaded value
    std::uint32_t annulled_slot = 0; ///< of the slot that a branch skips
    /// Cycles per instruction by key; for floating point until the result is ready.
    std::array<std::uint32_t, static_cast<std::size_t>(isa::sparc::CostKey::COUNT)> costs{};

    std::optional<SparcNetworkConfig> network;

    bool operator==(const SparcConfig &) const = default;
};

} // namespace inlet
