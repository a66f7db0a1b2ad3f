// Instructions that are C++ functions in all tiers, by number.
#pragma once

#include "cpu/engine/instruction_set.h"

namespace inlet::ppc {

// Operands: floating-point registers a, b and imm (frA, frB, frC), result in `to`. For comparisons
// and MCRFS, `to` is the register of a condition field.
#define INLET_PPC_FUNCTIONS(F)                                                                     \
    F(fadd)                                                                                        \
    F(fadds)                                                                                       \
    F(fsub)                                                                                        \
    F(fsubs)                                                                                       \
    F(fmul)                                                                                        \
    F(fmuls)                                                                                       \
    F(fdiv)                                                                                        \
    F(fdivs)                                                                                       \
    F(fmadd)                                                                                       \
    F(fmadds)                                                                                      \
    F(fmsub)                                                                                       \
    F(fmsubs)                                                                                      \
    F(fnmadd)                                                                                      \
    F(fnmadds)                                                                                     \
    F(fnmsub)                                                                                      \
    F(fnmsubs)                                                                                     \
    F(fres)                                                                                        \
    F(frsqrte)                                                                                     \
    F(fsel)                                                                                        \
    F(frsp)                                                                                        \
    F(fctiw)                                                                                       \
    F(fctiwz)                                                                                      \
    F(fcmpu)                                                                                       \
    F(fcmpo)                                                                                       \
    F(mffs)                                                                                        \
    F(mtfsf)                                                                                       \
    F(mtfsfi)                                                                                      \
    F(mtfsb0)                                                                                      \
    F(mtfsb1)                                                                                      \
    F(mcrfs)                                                                                       \
    F(mfxer)                                                                                       \
    F(mtxer)                                                                                       \
    F(mcrxr)

#define INLET_PPC_NUMBER(name) call_##name,
enum FunctionNumber : std::uint8_t { INLET_PPC_FUNCTIONS(INLET_PPC_NUMBER) functions_count };
#undef INLET_PPC_NUMBER

#define INLET_PPC_DECLARE(name) bool name(engine::State &s, const engine::Uop &op);
INLET_PPC_FUNCTIONS(INLET_PPC_DECLARE)
#undef INLET_PPC_DECLARE

} // namespace inlet::ppc
