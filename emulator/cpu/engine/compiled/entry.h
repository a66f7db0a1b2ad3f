// The interface between the emulator and compiled code.
#pragma once

#include "cpu/engine/uop.h"
#include "memory/caches.h"

#include <bit>
#include <cstdint>

namespace inlet::engine {

struct State;

/// The reason why compiled code was left.
enum class Leave : std::uint32_t {
    go_on,   ///< the interpreter continues at `pc`, if cycles are left
    slot,    ///< the same in the delay slot at `pc`; State::npc is its branch's outcome
    stepper, ///< the instruction at `pc` has begun, and cannot be completed here
    cut,     ///< the block at `pc` does not fit
    spin,    ///< spin + n: at the head of loop n, whose registers are as they were
};

struct Left {
    std::uint32_t pc = 0;
    std::uint32_t carry = 0; ///< State::load_mask, packed
    /// Leave, and in the upper half the number of the code that was left, which need not be the one
    /// that was entered.
    std::uint64_t why = 0;
};

/// The late results of an instruction, packed: the first bit and the number of bits.
constexpr std::uint32_t packed(Late late) {
    return late ? static_cast<std::uint32_t>(std::popcount(late) << 6 | std::countr_zero(late)) : 0;
}
constexpr Late unpacked(std::uint32_t packed) {
    return ((Late{1} << (packed >> 6)) - 1) << (packed & 63);
}

/// Ends of the node's memory (Memory::bytes) and of its writable part (Memory::writable_bytes).
struct Limits {
    std::uint32_t bytes = 0, writable = 0;
};

/// Runs from `at` on, an address that the same translation gave, with `left` cycles and after
/// `count` instructions. `read` and `write` are the page tables of the node's memory
/// (Memory::Tables), `limits` its ends, `caches` is null if it has none, and the clock is `until` -
/// `left`. Of the state it changes the registers, now, instructions, npc, unit_ready and spin.
using Entry = Left (*)(State *state, const void *at, std::uint64_t left, std::uint64_t count,
                       const std::uint8_t *const *read, std::uint8_t *const *write,
                       std::uint64_t until, Limits limits, const Caches::View *caches);

/// An entry in the middle of a block: an instruction, or a branch and its slot.
struct Point {
    std::uint32_t op = 0;         ///< stream index
    const void *inside = nullptr; ///< the rest of the block is paid for
    const void *exact = nullptr;  ///< it does not fit; `left` and `count` are as before the block
    const void *slot = nullptr;   ///< of a branch: in its slot; nothing is paid for
    std::uint32_t cycles = 0;     ///< of the rest of the block
    std::uint32_t count = 0;      ///< instructions of it
    std::uint32_t cycles_before = 0, count_before = 0; ///< of the block's part before it
};

} // namespace inlet::engine
