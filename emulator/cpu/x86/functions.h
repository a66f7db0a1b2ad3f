// Instructions that are functions of C++ in all tiers, by number, and what x87's have in
// Uop::imm.
#pragma once

#include "cpu/engine/instruction_set.h"

namespace inlet::x86 {

// divide: operand a of imm bytes (32 more: with a sign). flags_word: `to` becomes EFLAGS.
// x87: fload takes operand_1 to operand_3 (functions.h), fvalue gives them; ffinish is what an
// FST or FIST changes beside memory.
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

/// Temporaries with what x87 loads and stores, the low word first.
inline constexpr unsigned operand_1 = engine::first_temporary + 1,
                          operand_2 = engine::first_temporary + 2,
                          operand_3 = engine::first_temporary + 3;

/// What memory or a register has.
enum class FloatFormat : std::uint8_t { real4, real8, real10, int2, int4, int8, stack, constant };

/// Bits of Uop::imm.
namespace float_imm {
inline constexpr unsigned format = 0, ///< 3 bits: FloatFormat
    operation = 3,                    ///< 3 bits: FADD FMUL FCOM FCOMP FSUB FSUBR FDIV FDIVR
    index = 6,                        ///< 3 bits: i of ST(i); of the constants
    pops = 9,                         ///< 2 bits: how often
    to_index = 11,                    ///< the result goes to ST(i)
    unordered = 12;                   ///< FUCOM: a quiet NaN is no invalid operand
} // namespace float_imm

/// What fother does: Uop::imm; ST(i) from bit 8 on.
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
