// The host's x87 while compiled code runs that computes with it: it is in the modes of the guest's
// control word, its registers are empty between instructions, and it holds no exception that the
// guest's status word has not. Exceptions must all be masked; where they are not, compiled code
// calls the functions of the instruction set.
#pragma once

#include "cpu/engine/float_stack.h"
#include "cpu/engine/state.h"

#include <cstdint>

namespace inlet::engine {

/// Low byte of a control word that masks all exceptions.
inline constexpr std::uint32_t all_masked = 0x7F;

/// Gives the host's x87 the guest's modes. Returns the host's control word.
std::uint16_t take_host_float(const State &state, const FloatStackUse &use);
/// Gives it back.
void give_host_float(std::uint16_t control);

} // namespace inlet::engine
