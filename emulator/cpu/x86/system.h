// The frame in which the processor enters the kernel and leaves it, and accesses from C++.
#pragma once

#include "cpu/engine/instruction.h"
#include "cpu/engine/state.h"
#include "memory/memory.h"

#include <cstdint>
#include <optional>

namespace inlet::x86 {

// Selectors; there are no descriptors.
inline constexpr std::uint32_t kernel_cs = 0x08, user_cs = 0x1B, kernel_ss = 0x10, user_ss = 0x23;

/// Why bytes cannot be read or, with `stores`, written; budget: they can.
engine::Stop check(engine::State &state, Memory &memory, std::uint32_t at, std::uint32_t bytes,
                   bool stores);
/// Where check() has said that it can be done. `size`: 1, 2, 4 bytes.
std::uint32_t load(const Memory &memory, std::uint32_t at, unsigned size);
void store(Memory &memory, std::uint32_t at, std::uint32_t value, unsigned size);

/// Where BT and its like have the bit whose number is in a register: bits of a string in memory.
std::uint32_t bit_string_word(const engine::State &state, const engine::Instruction &in);

/// Enters the handler of a vector, which comes back to `back`. Not budget: State::fault says why
/// not, and nothing else has changed.
engine::Stop enter(engine::State &state, Memory &memory, unsigned vector, std::uint32_t back,
                   std::optional<std::uint32_t> error);

} // namespace inlet::x86
