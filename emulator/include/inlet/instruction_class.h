// What kind of instruction a word is, for readers that need no more than that.
#pragma once

#include "inlet/features.h"

#include <cstdint>

namespace inlet {

enum class InstructionClass : std::uint8_t {
    other,
    load,  ///< of data, into any register
    store, ///< of data, from any register
    floating,
    branch, ///< to a fixed address, on a condition or always; it links nothing
    call,   ///< links: where it returns to is kept
    ret,    ///< to an address in a register: a return, or a jump through a table
    jump,   ///< to a fixed address in another function, perhaps: a tail call
    trap,   ///< system call, breakpoint, trap on a condition
    network,
};

/// Of a word that `processor` does not have: other.
InstructionClass classify(std::uint32_t word, mips::Features processor = {true, true});

} // namespace inlet
