// What a machine file of kind cm5 says beside its processor.
#pragma once

#include "inlet/fat_tree_config.h"

#include <cstdint>

namespace inlet {

/// All in cycles of the node clock.
struct Cm5Config {
    std::uint32_t load_wait = 5;   ///< wait states of a load of the network interface
    std::uint32_t store_wait = 0;  ///< of a store
    std::uint32_t store_drain = 1; ///< behind a store, before a load of the interface can begin
    std::uint32_t interrupt_level = 10; ///< of the processor, 1 to 15
    std::uint32_t barrier_latency = 1;  ///< from the last node's entry, at least 1
    FatTreeConfig network;              ///< both data networks
};

} // namespace inlet
