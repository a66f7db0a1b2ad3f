// Decodes the eight forms of SEND (isa/decisions.md, "Function code of SENDnH").
#pragma once

#include "net/packet.h"

#include <cstdint>

namespace inlet::t1 {

struct SendForm {
    bool vector;    ///< the message has a vector: SENDn.V ...
    bool high;      ///< high priority: SENDnH ...
    bool multicast; ///< MCSTn ...

    explicit constexpr SendForm(std::uint32_t word)
        : vector(word & 1), high(word >> 1 & 1), multicast(word >> 2 & 1) {}
    constexpr net::Priority priority() const {
        return high ? net::Priority::high : net::Priority::low;
    }
};

} // namespace inlet::t1
