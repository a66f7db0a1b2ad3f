// Configuration of kind cm5 besides the processor.
#pragma once

#include "inlet/fat_tree_config.h"

#include <cstdint>

namespace inlet {

/// All times are in cycles of the node clock.
struct Cm5Config {
    std::uint32_t load_wait = 0;       ///< wait states of a load of the network interface
    std::uint32_t store_wait = 0;      ///< of a store
    std::uint32_t store_drain = 0;     ///< after a store, until a load of the interface can begin
    std::uint32_t interrupt_level = 0; ///< interrupt level of the processor, 1 to 15
    std::uint32_t barrier_latency = 0; ///< from the entry of the last node, at least 1
    FatTreeConfig network;             ///< both data networks
};

} // namespace inlet
