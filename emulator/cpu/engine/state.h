// The registers and the clock of one core, and why its engine stopped.
#pragma once

#include "cpu/engine/uop.h"
#include "inlet/fault.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace inlet::engine {

/// The state of a small loop at its last closing branch, to recognise a wait
/// (docs/engine.md).
struct SpinRecord {
    std::uint32_t branch = 0; ///< pc of the closing branch; 0: nothing remembered
    std::uint64_t now = 0;
    std::uint64_t instructions = 0;
    std::uint32_t turns = 0;                  ///< unchanged turns in a row
    std::array<std::uint32_t, 6> registers{}; ///< the ones that the loop writes

    bool operator==(const SpinRecord &) const = default;
};

/// Maximum size of the block behind the register file.
inline constexpr unsigned block_words = 192;

struct State {
    /// The register file (uop.h), and behind it the instruction set's block.
    alignas(8) std::array<std::uint32_t, registers + block_words> r{};
    std::uint32_t pc = 0;
    std::uint32_t npc = 4; ///< sets with delay slots: the instruction after pc, in a slot the
                           ///< branch's outcome, else pc + 4
    bool in_slot = false;  ///< pc is a delay slot; the branch is at pc - 4
    bool linked = false;   ///< a reserving load without an event or its store since
    std::uint32_t linked_address = 0;
    std::uint64_t unit_ready = 0; ///< cycle from which the multiplier's results can be used
    Late load_mask = 0;           ///< late results of the instruction before
    std::uint64_t now = 0;        ///< cycles
    std::uint64_t instructions = 0;
    std::uint64_t waiting = 0; ///< cycles in recognised wait loops
    SpinRecord spin;
    std::uint64_t spin_cycles = 0;       ///< Stop::spin: cycles of one turn of the loop
    std::uint64_t spin_instructions = 0; ///< Stop::spin: instructions of one turn
    Fault fault;                         ///< Stop::fault

    bool operator==(const State &) const = default;

    /// Continue at `target`, not in a slot.
    void jump(std::uint32_t target) {
        pc = target;
        npc = target + 4;
        in_slot = false;
    }
    /// Advances past the instruction at pc, which has four bytes and is no branch.
    void advance() {
        pc = npc;
        npc = pc + 4;
        in_slot = false;
    }
    /// Where to resume after an event: in a slot that is the branch (CSD-94-823 A.9.1).
    std::uint32_t resume_pc() const { return in_slot ? pc - 4 : pc; }

    /// Copies `from`, with the first `words` of `r`.
    void assign(const State &from, unsigned words);
};

static_assert(std::is_trivially_copyable_v<State> && std::is_standard_layout_v<State>);
inline void State::assign(const State &from, unsigned words) {
    constexpr std::size_t others = offsetof(State, pc);
    auto *const to = reinterpret_cast<unsigned char *>(this);
    const auto *const bytes = reinterpret_cast<const unsigned char *>(&from);
    std::memcpy(to, bytes, words * sizeof from.r[0]);
    std::memcpy(to + others, bytes + others, sizeof(State) - others);
}

/// Whether two states differ in time only.
inline bool same_but_for_time(const State &a, State b) {
    if (a.pc != b.pc) return false; // the usual case
    b.r[sink] = a.r[sink];
    std::copy_n(a.r.begin() + first_temporary, first_float - first_temporary,
                b.r.begin() + first_temporary);
    b.unit_ready = a.unit_ready;
    b.load_mask = a.load_mask;
    b.now = a.now;
    b.instructions = a.instructions;
    b.waiting = a.waiting;
    b.spin = a.spin;
    b.spin_cycles = a.spin_cycles;
    b.spin_instructions = a.spin_instructions;
    b.fault = a.fault;
    return a == b;
}

enum class Stop : std::uint8_t {
    budget,  ///< now >= until
    network, ///< a network instruction is at pc, not yet executed; its load-use stall is paid
    host,    ///< a call of the host is at pc, not yet executed
    system,  ///< modes or masks have changed, and so may the pending interrupts
    spin,    ///< at the head of a loop whose next turn would change nothing
    fault,   ///< see state.fault
    access,  ///< an access of a device is at pc, not yet executed (Memory::missed())
};

} // namespace inlet::engine
