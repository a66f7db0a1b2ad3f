// Instructions that are C++ functions in all tiers, by number, and Uop::imm of x87's.
#pragma once

#include "cpu/engine/instruction_set.h"

namespace inlet::x86 {

// divide: operand a of imm bytes (plus 32: signed). flags_word: `to` becomes EFLAGS. x87: fload
// reads operand_1 to operand_3, fvalue writes them; ffinish has the effects of FST and FIST besides
// memory.
#define INLET_X86_FUNCTIONS(F)                                                                     \
    F(divide)                                                                                      \
    F(flags_word)                                                                                  \
    F(fload)                                                                                       \
    F(farithmetic)                                                                                 \
    F(fvalue)                                                                                      \
    F(ffinish)                                                                                     \
    F(fother)                                                                                      \
    F(fcontrol)                                                                                    \
    F(fstatus)

#define INLET_X86_NUMBER(name) call_##name,
enum FunctionNumber : std::uint8_t { INLET_X86_FUNCTIONS(INLET_X86_NUMBER) functions_count };
#undef INLET_X86_NUMBER

#define INLET_X86_DECLARE(name) bool name(engine::State &s, const engine::Uop &op);
INLET_X86_FUNCTIONS(INLET_X86_DECLARE)
#undef INLET_X86_DECLARE

/// Temporaries for the operands of x87's loads and stores, the low word first.
inline constexpr unsigned operand_1 = engine::first_temporary + 1,
                          operand_2 = engine::first_temporary + 2,
                          operand_3 = engine::first_temporary + 3;

/// The format of an operand.
enum class FloatFormat : std::uint8_t { real4, real8, real10, int2, int4, int8, stack, constant };

/// Bits of Uop::imm.
namespace float_imm {
inline constexpr unsigned format = 0, ///< 3 bits: FloatFormat
    operation = 3,                    ///< 3 bits: FADD FMUL FCOM FCOMP FSUB FSUBR FDIV FDIVR
    index = 6,                        ///< 3 bits: i of ST(i), or the number of a constant
    pops = 9,                         ///< 2 bits: number of pops
    to_index = 11,                    ///< 1 bit: the result goes to ST(i)
    unordered = 12;                   ///< 1 bit: FUCOM, a quiet NaN is not an invalid operand
} // namespace float_imm

/// Operations of fother: Uop::imm; i of ST(i) is from bit 8 on.
enum class FloatOther : std::uint8_t {
    fchs,
    fabs,
    ftst,
    fxam,
    fsqrt,
    frndint,
    fscale,
    fprem,
    fprem1,
    fincstp,
    fdecstp,
    fnclex,
    fninit,
    ffree,
    fxch,
    copy, ///< FST ST(i)
    copy_pop,
    fwait,
};

} // namespace inlet::x86
