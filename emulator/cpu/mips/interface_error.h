// Errors of the network interface, as values of Cause.CE with ExceptionCode::coprocessor_2
// (isa/decisions.md, "Errors of the network interface"). BadVAddr holds the rejected value.
#pragma once

#include <cstdint>

namespace inlet::mips {

enum class InterfaceError : std::uint32_t {
    handler = 0,     ///< SEND: the handler address
    destination = 1, ///< SEND: the destination
    reg = 2,         ///< CFC2, CTC2: the register's number or its value
    hret = 3,        ///< HRET outside of a handler or in a delay slot: its address
};

} // namespace inlet::mips
