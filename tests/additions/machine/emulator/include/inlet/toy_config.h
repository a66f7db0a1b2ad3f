// Configuration of kind toy besides the network, which is a MeshConfig.
#pragma once

#include <cstdint>

namespace inlet {

struct ToyConfig {
    std::uint32_t send = 0;     ///< cycles of a SEND; other instructions take 1
    std::uint32_t dispatch = 0; ///< cycles from an event to its handler's first instruction
};

} // namespace inlet
