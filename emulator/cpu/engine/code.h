// The operations of the engine's stream.
#pragma once

#include <cstdint>

namespace inlet::mips {

enum class Code : std::uint16_t {
#define ALU(name, effect) name,
#define FLOAT_MOVE(name, effect) name,
#define FLOAT(name, operation, effect) name,
#define FLOAT_CONTROL(name, value) name,
#define TRAP(name, condition, kind, effect) name,
#define LOAD(name, type, effect) name,
#define LOAD_PART(name, effect) name,
#define STORE(name, type, effect) name,
#define STORE_PART(name, effect) name,
#define BRANCH(name, condition) name, LATCH_##name,
#include "cpu/engine/alu.def"
#include "cpu/engine/branch.def"
#include "cpu/engine/fp.def"
#include "cpu/engine/memory.def"
#include "cpu/engine/trap.def"
#undef ALU
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
#undef TRAP
#undef LOAD
#undef LOAD_PART
#undef STORE
#undef STORE_PART
#undef BRANCH
    BRANCH_LATCHED, ///< on the condition that a LATCH_ kept
    J,
    JAL,
    JR,
    JALR,
    NOP,
    LEAVE,      ///< out of the engine: what is here is the stepper's
    CARRY,      ///< the straight way into a block: what the instruction before it loads
    AWAIT_HILO, ///< a block's beginning that waits for HI and LO: what it needs is known only there
    FETCH,      ///< where the next line of the instruction cache begins
    SPIN,       ///< the head of a small loop, reached by its closing branch
    SPIN_EXIT,  ///< that branch was not taken
    HEAD,       ///< only in Op::go: the compiled tier is asked (compiled/compiled.h)
    COUNT
};

} // namespace inlet::mips
