// Classifies instruction words.
#pragma once

#include "inlet/image.h"

#include <cstdint>

namespace inlet {

enum class InstructionClass : std::uint8_t {
    other,
    load,  ///< of data, into any register
    store, ///< of data, from any register
    floating,
    branch,  ///< to a fixed address, conditional or not, without a link
    call,    ///< keeps a return address
    ret,     ///< to an address in a register: a return, or a jump through a table
    jump,    ///< to a fixed address, perhaps in another function: a tail call
    trap,    ///< system call, breakpoint, trap on a condition
    network, ///< reads or writes the network interface, ends a handler
    send,    ///< gives a message to the network interface
};

/// `other` for a word that is not an instruction.
InstructionClass classify(std::uint32_t word, Processor processor);

/// Whether branches, calls and returns have a delay slot: they take effect after the next
/// instruction.
bool has_delay_slots(Processor processor);

} // namespace inlet
