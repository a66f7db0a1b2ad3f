// Micro-operations. Every instruction of every processor is lifted to them; the interpreter, the
// stepper and the compiled tier execute nothing else.
#pragma once

#include <cstdint>

namespace inlet::engine {

/// The register file of a core: numbered words, named by the instruction set.
enum Register : std::uint8_t {
    first_general =
        0,     ///< 0 to 31. Number 0 is always 0; instructions that would write it write `sink`
    sink = 32, ///< never read
    first_special = 33,
    high_word = 33,             ///< MIPS: HI; SPARC: Y. The upper half of a product
    low_word = 34,              ///< MIPS's LO
    coprocessor_condition = 35, ///< 0 or 1, tested by BC2T and BC2F
    float_control = 36,         ///< MIPS's FCSR (fp.h)
    flag_kind = 48,             ///< flags.h
    flag_left = 49,
    flag_right = 50,
    condition_number = 51, ///< of the last comparison of floating point: BSET's
    latched_target = 52,   ///< of a jump, read before its slot
    first_temporary = 56,  ///< 56 to 63, valid within one group
    first_float = 64,      ///< 64 to 127
    registers = 128,       ///< the instruction set's own block follows
};

/// Late results, or operands needed at issue, as bits that the instruction set defines. The engine
/// only compares them. An instruction's late results are one bit, or two adjacent ones.
using Late = std::uint64_t;

enum class UopCode : std::uint16_t {
#define ALU(name, effect) name,
#define TRAP(name, condition, kind, effect) name,
#define LOAD(name, type, effect) name, name##_X,
#define LOAD_ANY(name, type, effect) name, name##_X,
#define LOAD_PART(name, effect) name,
#define STORE(name, type, effect) name, name##_X,
#define STORE_ANY(name, type, effect) name, name##_X,
#define STORE_PART(name, effect) name,
#define BRANCH(name, condition) name, LATCH_##name,
#define FLOAT_MOVE(name, effect) name,
#define FLOAT(name, operation, effect) name,
#define FLOAT_CONTROL(name, value) name,
#include "cpu/engine/alu.def"
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/branch.def"
#include "cpu/engine/fp.def"
#include "cpu/engine/memory.def"
#include "cpu/engine/trap.def"
#undef ALU
#undef TRAP
#undef LOAD
#undef LOAD_ANY
#undef LOAD_PART
#undef STORE
#undef STORE_ANY
#undef STORE_PART
#undef BRANCH
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
    CALL,           ///< a function of the instruction set (InstructionSet::function): number `c`
    BRANCH_LATCHED, ///< on the condition kept by a LATCH_
    J,              ///< to a known address
    JAL,            ///< the same, and register `to` becomes `imm`
    JR,             ///< to the address in register `a`
    JALR,           ///< the same, and register `to` becomes `imm`
    JR_BITS,        ///< to the address in register `b`, if register `a` has a bit of `c`; no slot
    JR_NO_BITS,     ///< the same if it has none of them
    NOP,
    // Written by the builder of a program's stream only.
    LEAVE,     ///< leaves the engine: the stepper executes the instruction
    CARRY,     ///< straight entry of a block: late results of the instruction before it
    AWAIT,     ///< start of a block that waits for the multiplier
    FETCH,     ///< begins the next line of the instruction cache
    CHARGE,    ///< edge of a taken branch: `imm` more cycles
    SPIN,      ///< head of a small loop, entered by its closing branch
    SPIN_EXIT, ///< the closing branch was not taken
    HEAD,      ///< only in Uop::go: calls the compiled tier (compiled/compiled.h)
    COUNT
};

/// One operation of a program's stream, or of one instruction (UopBuilder).
struct Uop {
    const void *go = nullptr; ///< code in the interpreter
    std::uint32_t pc = 0;     ///< of the group's first instruction, for bail-outs
    /// Cycles from this group's start to the end of the block; below 2^31.
    std::uint32_t to_end = 0;
    std::uint32_t imm = 0;
    std::uint32_t target = 0; ///< branches: stream index when taken
    std::uint32_t next = 0;   ///< branches: stream index when not taken; loads and stores, FETCH:
                              ///< cycles from the group's start to the access
    std::uint32_t head = 0;   ///< number in Compiled of a loop's or function's head
    Late uses = 0;            ///< late results that stall the group's first instruction
    Late carry = 0;           ///< block ends: late results of the last instruction
    std::uint16_t count = 0;  ///< instructions from here to the end of the block
    UopCode code{};
    /// Registers: written, and read. `c`: an index register, a shift, a condition, a function.
    std::uint8_t to = 0, a = 0, b = 0, c = 0;
    bool in_slot = false; ///< of the instruction in the delay slot of its group's branch
};
static_assert(sizeof(void *) != 8 || sizeof(Uop) == 64, "one line of the host's cache");

/// Whether it ends a block: a branch or a jump.
bool ends_block(UopCode code);
/// Whether its target is in a register.
inline bool is_jump_away(UopCode code) {
    return code == UopCode::JR || code == UopCode::JALR || code == UopCode::JR_BITS ||
           code == UopCode::JR_NO_BITS;
}
/// Whether it may bail out of its instruction.
bool may_bail(UopCode code);
/// Whether it keeps the condition of a branch whose slot changes the operands.
bool is_latch(UopCode code);
/// The latch of a conditional branch.
inline UopCode latch_of(UopCode branch) {
    return static_cast<UopCode>(static_cast<std::uint16_t>(branch) + 1);
}
/// The form of a load or store that adds register `c` to the address.
inline UopCode indexed(UopCode access) {
    return static_cast<UopCode>(static_cast<std::uint16_t>(access) + 1);
}

} // namespace inlet::engine
