// The name of a processor. Nodes of most machines have one; a second one runs firmware.
#pragma once

#include <compare>
#include <cstdint>

namespace inlet {

struct CoreId {
    std::uint32_t node = 0;
    std::uint8_t core = 0; ///< of the node, from 0

    auto operator<=>(const CoreId &) const = default;
};

} // namespace inlet
