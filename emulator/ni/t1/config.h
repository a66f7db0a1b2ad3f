// The numbers of the T1 network interface.
#pragma once

#include "inlet/t1/hardwired_config.h"

#include <cstdint>
#include <optional>

namespace inlet::t1 {

struct Config {
    std::uint32_t dispatch_cycles = 0;     ///< from the event to the handler's first instruction
    std::uint32_t send_refused_cycles = 0; ///< a SEND that clears nicond
    std::uint32_t nodes = 1;               ///< destinations are 0 .. nodes - 1
    std::uint32_t count_start = 0;         ///< Count at cycle 0, on every node
    bool exposed = false;                  ///< has the hazards of A.10
    std::optional<HardwiredConfig> hardwired{};
    std::uint32_t vector_words_per_cycle = 0; ///< between memory and a vector register; at least 1
    bool gang = false;                        ///< has the registers of gang.h
    /// Nodes from this number on are I/O nodes. They run another program, without the handlers in
    /// [text_begin, text_begin + text_bytes).
    std::uint32_t first_io = ~0u, text_begin = 0, text_bytes = 0;
};

} // namespace inlet::t1
