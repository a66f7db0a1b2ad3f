// What the network interface refuses, as Cause.CE of ExceptionCode::coprocessor_2 has it
// (isa/decisions.md, "Errors of the network interface"). BadVAddr has the wrong value.
#pragma once

#include <cstdint>

namespace inlet::mips {

enum class InterfaceError : std::uint32_t {
    handler = 0,     ///< SEND: the handler address
    destination = 1, ///< SEND: the destination
    reg = 2,         ///< CFC2, CTC2: the number of the register, or the value for it
    hret = 3,        ///< HRET where no handler is left, or in a delay slot: its address
};

} // namespace inlet::mips
