// One decoded instruction of any instruction set, for engines, nodes and interfaces.
#pragma once

#include "cpu/engine/uop.h"
#include "inlet/cache_config.h"
#include "inlet/second_cache_config.h"

#include <array>
#include <cstdint>
#include <type_traits>

namespace inlet::engine {

/// The number of an instruction in its instruction set, whose enumeration it compares with.
class Opcode {
  public:
    constexpr Opcode() = default;
    template <typename Enum>
    requires std::is_enum_v<Enum>
    constexpr Opcode(Enum number) : number_(static_cast<std::uint16_t>(number)) {}
    template <typename Enum> constexpr Enum as() const { return static_cast<Enum>(number_); }
    constexpr bool operator==(const Opcode &) const = default;

  private:
    std::uint16_t number_ = 0xFFFF;
};

/// The class of an instruction for the engines.
enum class Kind : std::uint8_t {
    plain, ///< register to register
    load,
    store,
    branch,   ///< conditional
    likely,   ///< conditional, its slot is annulled when not taken
    jump,     ///< unconditional, a call or a return too
    trapping, ///< may raise an exception without touching memory
    network,  ///< of the network interface or the vector unit; ends a block
    floating, ///< may change registers of floating point, may raise an exception
    host,     ///< calls the host, or the program's own kernel
    system,   ///< changes modes or masks, or is rare: in the stepper only
    illegal,
    absent, ///< not part of this Program (program.h)
};

struct Instruction {
    Opcode op;
    Kind kind = Kind::illegal;
    std::uint8_t rs = 0, rt = 0, rd = 0, sa = 0; ///< fields of the word
    std::uint8_t to = sink;   ///< general register written; `sink` if the instruction writes none
    std::uint8_t n = 0;       ///< MIPS, SENDn: words
    std::uint8_t length = 4;  ///< bytes
    std::uint16_t spin = 0;   ///< branch that closes a small loop: 1 + the loop's number
    bool leaves_spin = false; ///< branch in such a loop that leaves it when taken
    bool slot = false;        ///< the next instruction is in its delay slot (`likely`: if taken)
    bool direct = false;      ///< branch or jump whose target is `imm`
    bool hidden = false; ///< changes or reads state that is not compared between turns of a loop
    bool counts = false; ///< adds a constant other than 0 to a register and nothing else
    bool waits_unit = false;   ///< waits while the multiplier works (State::unit_ready)
    std::uint32_t cost = 0;    ///< issue cycles
    std::uint32_t taken = 0;   ///< branches without a slot: cycles more when taken
    std::uint32_t latency = 0; ///< cycles from issue until the multiplier is ready again
    std::uint32_t imm =
        0; ///< immediate as used: extended, shifted, or the branch's or jump's target
    std::uint64_t uses = 0;   ///< bit r: reads register r (of 0 to 63) as soon as it issues
    std::uint64_t writes = 0; ///< bit r: writes register r
    Late awaits = 0;          ///< late results that it needs
    Late loads = 0;           ///< its results that are late for the next instruction
    std::uint32_t needs = 0;  ///< units that must be enabled (MIPS: CU bits of Status)
    /// The first four bytes of the instruction, zero-padded.
    std::uint32_t word = 0;
    std::array<std::uint8_t, 20> tail{}; ///< the bytes behind `word`, zero-padded
    std::uint32_t displacement = 0;      ///< x86: of the memory operand
    std::uint16_t form = 0;              ///< x86: number of its row
};

/// Timing of a processor for the engines, in cycles.
struct Timing {
    std::uint32_t load_use = 0;      ///< stall of the next instruction if it needs a late result
    std::uint32_t annulled_slot = 1; ///< of the slot that a branch skips
    CachesConfig caches{};
    std::optional<SecondCacheConfig> second{};
};

} // namespace inlet::engine
