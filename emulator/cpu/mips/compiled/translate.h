// A region to host code (x86-64).
#pragma once

#include "cpu/mips/compiled/region.h"
#include "cpu/mips/state.h"

#include <asmjit/core.h>
#include <bit>
#include <cstdint>
#include <vector>

namespace inlet::mips {

/// What compiled code works on. It changes state's registers, left and count, nothing else.
struct Frame {
    State *state = nullptr;
    const std::uint8_t *const *read = nullptr; ///< the node's page tables (Memory::Tables)
    std::uint8_t *const *write = nullptr;
    std::uint32_t bytes = 0;    ///< of the node's memory
    std::uint32_t writable = 0; ///< of it (Memory::writable_bytes)
    std::uint64_t left = 0;     ///< cycles
    std::uint64_t count = 0;    ///< instructions
    std::uint64_t until = 0;    ///< cycles: the clock is until - left
};

/// Why compiled code was left.
enum class Leave : std::uint32_t {
    go_on,   ///< the interpreter goes on at `pc`
    stepper, ///< the instruction at `pc` cannot be completed here
    spin,    ///< spin + n: at the head of loop n, whose registers are as they were
};

struct Left {
    std::uint32_t pc = 0;
    std::uint32_t carry = 0; ///< State::load_mask, packed
    std::uint64_t why = 0;   ///< Leave
};

/// What one instruction has late, in few bits: its first bit and how many.
constexpr std::uint32_t packed(Late late) {
    return late ? static_cast<std::uint32_t>(std::popcount(late) << 6 | std::countr_zero(late)) : 0;
}
constexpr Late unpacked(std::uint32_t packed) {
    return ((Late{1} << (packed >> 6)) - 1) << (packed & 63);
}

/// Runs from `block` on, an address that the same translation gave.
using Entry = Left (*)(Frame *frame, const void *block);

struct Translation {
    Entry enter = nullptr;            ///< nullptr: no room, or no host code for it
    std::vector<const void *> blocks; ///< by number in the region
    std::size_t bytes = 0;
};

Translation translate(const Program &program, const Region &region, asmjit::JitRuntime &runtime);

} // namespace inlet::mips
