// Configuration of kind t1 besides the network, which is a MeshConfig: the processor and the
// network interface. docs/machine-file.md says what the numbers mean.
#pragma once

#include "inlet/features.h"
#include "inlet/isa/t1_isa.h"
#include "inlet/t1/hardwired_config.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet {

struct T1Config {
    std::uint32_t dispatch_cycles = 0; ///< from the event to the handler's first instruction
    std::uint32_t load_use_stall = 0;  ///< cycles, when the next instruction uses a loaded value
    /// Cycles from the issue of MULT or DIV until HI and LO are ready; 0: they are ready after the
    /// issue cost.
    std::uint32_t multiply_latency = 0, divide_latency = 0;
    std::uint32_t annulled_slot_cycles = 0; ///< of the slot that a likely branch skips
    std::uint32_t send_refused_cycles = 0;
    std::uint32_t count_start = 0;            ///< the register Count at cycle 0, on every node
    std::uint32_t vector_words_per_cycle = 0; ///< between memory and a vector register
    std::array<std::uint32_t, static_cast<std::size_t>(isa::CostKey::COUNT)>
        costs{};                              ///< cycles per instruction by key
    std::optional<HardwiredConfig> hardwired; ///< absent: no hard-wired handlers
    /// Results of network instructions arrive late, as CSD-94-823 A.10 allows.
    bool exposed_hazards = false;
    bool gang_scheduling = false; ///< registers with which a kernel switches programs
    mips::Features processor;     ///< no feature unless the file names it
};

} // namespace inlet
