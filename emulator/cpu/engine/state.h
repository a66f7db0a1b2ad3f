// The registers and the clock of one MIPS CPU, and why its engine stopped.
#pragma once

#include "cpu/mips/system.h"
#include "inlet/fault.h"

#include <array>
#include <cstdint>

namespace inlet::mips {

/// Remembers where a small loop stood when it last closed, to see that it only waits
/// (docs/engine.md).
struct SpinRecord {
    std::uint32_t branch = 0; ///< pc of the closing branch; 0: nothing remembered
    std::uint64_t now = 0;
    std::uint64_t instructions = 0;
    std::uint32_t turns = 0;                  ///< that in a row left everything as it was
    std::array<std::uint32_t, 6> registers{}; ///< the ones that the loop writes

    bool operator==(const SpinRecord &) const = default;
};

struct State {
    std::array<std::uint32_t, 33> r{}; ///< $0..$31 and the sink (instruction.h)
    std::uint32_t hi = 0, lo = 0;
    std::uint64_t hilo_ready = 0; ///< cycle from which HI and LO can be read and written
    std::uint32_t pc = 0;
    std::uint32_t npc = 4;  ///< the instruction after pc: pc + 4, or in a slot the branch's outcome
    bool in_slot = false;   ///< pc is a delay slot; the branch is at pc - 4
    bool condition = false; ///< the coprocessor condition that BC2T/BC2F test (nicond)
    bool linked = false;    ///< LL without an event or SC since
    std::uint32_t linked_address = 0;
    std::uint64_t load_mask = 0; ///< what arrives late of the instruction just before (Late)
    std::uint64_t now = 0;       ///< cycles
    std::uint64_t instructions = 0;
    std::uint64_t waiting = 0; ///< cycles in recognised wait loops
    SpinRecord spin;
    std::uint64_t spin_cycles = 0;       ///< Stop::spin: cycles of one turn of the loop
    std::uint64_t spin_instructions = 0; ///< Stop::spin: instructions of one turn
    Fault fault;                         ///< Stop::fault
    /// Coprocessor 1: an even one is the low word of a double, and such a pair is accessed at once.
    alignas(8) std::array<std::uint32_t, 32> f{};
    std::uint32_t fcsr = 0; ///< its control and status (fp.h)
    System system;          ///< coprocessor 0

    bool operator==(const State &) const = default;

    /// Continue at `target`, not in a slot.
    void jump(std::uint32_t target) {
        pc = target;
        npc = target + 4;
        in_slot = false;
    }
    /// Past the instruction at pc, which is no branch.
    void advance() {
        pc = npc;
        npc = pc + 4;
        in_slot = false;
    }
    /// Where to resume after an event: in a slot that is the branch (CSD-94-823 A.9.1).
    std::uint32_t resume_pc() const { return in_slot ? pc - 4 : pc; }
};

/// Whether two states go on in the same way, but for when.
inline bool same_but_for_time(const State &a, State b) {
    if (a.pc != b.pc || a.r[29] != b.r[29]) return false; // mostly
    b.r[32] = a.r[32];
    b.hilo_ready = a.hilo_ready;
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
    host,    ///< a SYSCALL is at pc, not yet executed
    system,  ///< an MTC0 or RFE was executed: what may interrupt may have changed
    spin,    ///< at a loop's head, and another turn would change nothing
    fault,   ///< state.fault says what
};

} // namespace inlet::mips
