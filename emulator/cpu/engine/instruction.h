// One decoded instruction word.
#pragma once

#include "inlet/cache_config.h"
#include "inlet/features.h"
#include "inlet/isa/t1_isa.h"

#include <array>
#include <cstdint>

namespace inlet::mips {

using isa::Mips;

/// Writes to $0 go to a register that nobody reads.
inline constexpr std::uint8_t sink = 32;

/// Results that arrive late, or what an instruction needs as soon as it issues: bits 1 to 31 are
/// the general registers, 32 to 63 those of coprocessor 1, bit 0 the conditions in FCSR. What one
/// instruction has late is one bit, or two neighbours.
using Late = std::uint64_t;

/// What the engines must know about an instruction besides its semantics.
enum class Kind : std::uint8_t {
    plain, ///< register to register
    load,
    store,
    branch,   ///< conditional, with a delay slot
    likely,   ///< conditional, its slot is annulled when not taken
    jump,     ///< J, JAL, JR, JALR
    trapping, ///< may raise an exception without touching memory
    network,  ///< the network interface's or the vector unit's: it ends a block
    floating, ///< coprocessor 1: may change its registers, may raise an exception
    host,     ///< SYSCALL
    system,   ///< MFC0, MTC0, RFE: in the stepper only
    illegal,
    absent, ///< not part of this Program (program.h)
};

struct Instruction {
    Mips op = Mips::COUNT;
    Kind kind = Kind::illegal;
    std::uint8_t rs = 0, rt = 0, rd = 0, sa = 0; ///< fields of the word
    // Floating point: rs is fs, rt is ft, sa is fd (CFC1, CTC1: fp::control()). The bit of FCSR of
    // a condition is rt where it is read, sa where it is written.
    std::uint8_t to = 0;       ///< register written (sink where it is $0), rd or rt by format
    std::uint8_t n = 0;        ///< SENDn: words
    std::uint16_t spin = 0;    ///< branch that closes a small loop: 1 + the loop's number
    bool leaves_spin = false;  ///< branch in such a loop that leaves it when taken
    bool waits_hilo = false;   ///< waits while HI and LO are being computed
    std::uint32_t cost = 0;    ///< issue cycles
    std::uint32_t latency = 0; ///< MULT, DIV and their families: cycles from issue to HI and LO
    std::uint32_t imm =
        0; ///< immediate as used: extended, shifted, or the branch's or jump's target
    std::uint32_t uses = 0;   ///< bit r: reads $r as soon as it issues (bit 0 never set)
    std::uint32_t writes = 0; ///< bit r: writes $r
    Late awaits = 0;          ///< `uses`, and what it reads of coprocessor 1
    Late loads = 0;           ///< what arrives too late for the next instruction
    std::uint32_t needs = 0;  ///< CU bits of Status that must be set
    std::uint32_t word = 0;
};

/// Cycles per instruction by cost key (isa/: the key; the machine file: the number).
using CostTable = std::array<std::uint32_t, static_cast<std::size_t>(isa::CostKey::COUNT)>;

/// How long things take on a processor, in cycles.
struct Timing {
    CostTable costs{};
    std::uint32_t load_use = 0; ///< stall of the next instruction if it awaits what arrives late
    /// From the issue of MULT (DIV) until HI and LO can be read or written. 0: with the issue cost.
    std::uint32_t multiply_latency = 0, divide_latency = 0;
    std::uint32_t annulled_slot = 1; ///< of the slot that a likely branch skips
    CachesConfig caches{};

    /// Whether HI and LO may still be on their way when the next instruction issues.
    bool hilo_waits() const {
        return multiply_latency > costs[static_cast<std::size_t>(isa::CostKey::mult)] ||
               divide_latency > costs[static_cast<std::size_t>(isa::CostKey::div)];
    }
};

/// Decodes the word at `pc`. What no table lists and what `features` lacks is Kind::illegal.
Instruction decode(std::uint32_t word, std::uint32_t pc, const Timing &timing,
                   Features features = {});

} // namespace inlet::mips
