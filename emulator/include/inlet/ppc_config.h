// Configuration of a PowerPC processor.
#pragma once

#include "inlet/isa/ppc.h"
#include "inlet/network_parts.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet {

/// Cycles of the network interface in the processor (docs/sp2-xnet.md).
struct PpcNetworkConfig : NetworkParts {
    std::uint32_t send = 0;  ///< a SEND that the network accepts
    std::uint32_t read = 0;  ///< MFXR
    std::uint32_t write = 0; ///< MTXR
    std::uint32_t hret = 0;  ///< HRET

    bool operator==(const PpcNetworkConfig &) const = default;
};

struct PpcConfig {
    /// Cycles if the next instruction uses a loaded value or a floating-point result.
    std::uint32_t load_use = 0;
    std::uint32_t cache_line = 0; ///< bytes, a power of two: what DCBZ clears
    /// Cycles per instruction by key.
    std::array<std::uint32_t, static_cast<std::size_t>(isa::ppc::CostKey::COUNT)> costs{};

    std::optional<PpcNetworkConfig> network;

    bool operator==(const PpcConfig &) const = default;
};

} // namespace inlet
