// Entry of handlers, and memory accesses of the stepper.
#pragma once

#include "cpu/engine/instruction.h"
#include "cpu/engine/state.h"
#include "memory/memory.h"

#include <cstdint>
#include <optional>

namespace inlet::x86 {

// Selectors; there are no descriptors.
inline constexpr std::uint32_t kernel_cs = 0x08, user_cs = 0x1B, kernel_ss = 0x10, user_ss = 0x23;

/// Checks that bytes can be read or, with `stores`, written. Stop::budget: they can; else the
/// reason.
engine::Stop check(engine::State &state, Memory &memory, std::uint32_t at, std::uint32_t bytes,
                   bool stores);
/// Accesses that check() has allowed. `size`: 1, 2 or 4 bytes.
std::uint32_t load(const Memory &memory, std::uint32_t at, unsigned size);
void store(Memory &memory, std::uint32_t at, std::uint32_t value, unsigned size);

/// The address of the word with the bit that BT, BTS, BTR or BTC accesses in a bit string in
/// memory.
std::uint32_t bit_string_word(const engine::State &state, const engine::Instruction &in);

/// Enters the handler of a vector, which returns to `back`. Not Stop::budget: State::fault has the
/// reason, and the rest of the state is unchanged.
engine::Stop enter(engine::State &state, Memory &memory, unsigned vector, std::uint32_t back,
                   std::optional<std::uint32_t> error);

} // namespace inlet::x86
