// Instructions that are C++ functions in all tiers, by number.
#pragma once

#include "cpu/engine/instruction_set.h"

namespace inlet::sparc {

enum FunctionNumber : std::uint8_t {
    call_save,
    call_restore,
    call_rdwim,
    call_wrwim,
    call_taddcc,
    call_tsubcc,
    call_taddcctv,
    call_tsubcctv,
    call_udiv,
    call_sdiv,
    call_udivcc,
    call_sdivcc,
    call_fmovs,
    call_fnegs,
    call_fabss,
    call_fadds,
    call_faddd,
    call_fsubs,
    call_fsubd,
    call_fmuls,
    call_fmuld,
    call_fdivs,
    call_fdivd,
    call_fsmuld,
    call_fsqrts,
    call_fsqrtd,
    call_fitos,
    call_fitod,
    call_fstoi,
    call_fdtoi,
    call_fstod,
    call_fdtos,
    call_fcmps,
    call_fcmpes,
    call_fcmpd,
    call_fcmped,
    functions_count
};

// cpu/sparc/integer.cpp. Operands: a and b + imm.
bool save(engine::State &s, const engine::Uop &op);
bool restore(engine::State &s, const engine::Uop &op);
bool rdwim(engine::State &s, const engine::Uop &op);
bool wrwim(engine::State &s, const engine::Uop &op);
bool taddcc(engine::State &s, const engine::Uop &op);
bool tsubcc(engine::State &s, const engine::Uop &op);
bool taddcctv(engine::State &s, const engine::Uop &op);
bool tsubcctv(engine::State &s, const engine::Uop &op);
bool udiv(engine::State &s, const engine::Uop &op);
bool sdiv(engine::State &s, const engine::Uop &op);
bool udivcc(engine::State &s, const engine::Uop &op);
bool sdivcc(engine::State &s, const engine::Uop &op);

// cpu/sparc/floating.cpp. Operands: floating-point registers a and b, result in `to`.
bool fmovs(engine::State &s, const engine::Uop &op);
bool fnegs(engine::State &s, const engine::Uop &op);
bool fabss(engine::State &s, const engine::Uop &op);
bool fadds(engine::State &s, const engine::Uop &op);
bool faddd(engine::State &s, const engine::Uop &op);
bool fsubs(engine::State &s, const engine::Uop &op);
bool fsubd(engine::State &s, const engine::Uop &op);
bool fmuls(engine::State &s, const engine::Uop &op);
bool fmuld(engine::State &s, const engine::Uop &op);
bool fdivs(engine::State &s, const engine::Uop &op);
bool fdivd(engine::State &s, const engine::Uop &op);
bool fsmuld(engine::State &s, const engine::Uop &op);
bool fsqrts(engine::State &s, const engine::Uop &op);
bool fsqrtd(engine::State &s, const engine::Uop &op);
bool fitos(engine::State &s, const engine::Uop &op);
bool fitod(engine::State &s, const engine::Uop &op);
bool fstoi(engine::State &s, const engine::Uop &op);
bool fdtoi(engine::State &s, const engine::Uop &op);
bool fstod(engine::State &s, const engine::Uop &op);
bool fdtos(engine::State &s, const engine::Uop &op);
bool fcmps(engine::State &s, const engine::Uop &op);
bool fcmpes(engine::State &s, const engine::Uop &op);
bool fcmpd(engine::State &s, const engine::Uop &op);
bool fcmped(engine::State &s, const engine::Uop &op);

} // namespace inlet::sparc
