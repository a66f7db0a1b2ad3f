// What kind of instruction a word is, for readers that need no more than that.
#pragma once

#include "inlet/image.h"

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

/// Of a word that no processor of this kind has: other.
InstructionClass classify(std::uint32_t word, Processor processor);

/// Whether branches, calls and returns of a processor have a delay slot: they take effect behind
/// the instruction that follows them.
bool has_delay_slots(Processor processor);

} // namespace inlet
