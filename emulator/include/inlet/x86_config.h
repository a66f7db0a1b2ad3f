// Configuration of an x86 processor.
#pragma once

#include "inlet/isa/x86.h"
#include "inlet/network_parts.h"

#include <array>
#include <cstdint>

namespace inlet {

struct X86Config {
    bool xnet = false;        ///< it has the instructions of F3 0F B9
    NetworkParts parts{};     ///< with these instructions
    std::uint32_t base = 0;   ///< cycles of every instruction
    std::uint32_t memory = 0; ///< additional cycles of each memory access
    /// Additional cycles by key.
    std::array<std::uint32_t, static_cast<std::size_t>(isa::x86::CostKey::COUNT)> costs{};

    bool operator==(const X86Config &) const = default;
};

} // namespace inlet
