// Floating point: moves here, all else by a call of a function made from its line in fp.def.
#include "cpu/engine/compiled/float_calls.h"
#include "cpu/engine/compiled/operations.h"

namespace inlet::engine {

bool emit_floating(Emitter &e, const Uop &op) {
    switch (op.code) {
    case UopCode::MFC1:
        e.a.mov(a1, field(float_at(op.a)));
        e.set(op.to, a1);
        break;
    case UopCode::MTC1: e.a.mov(field(float_at(op.a)), e.reg(op.b, a1)); break;
    case UopCode::MOV_S:
        e.a.mov(a1, field(float_at(op.a)));
        e.a.mov(field(float_at(op.c)), a1);
        break;
    case UopCode::MOV_D:
        e.a.mov(x86::rax, field64(pair_at(op.a)));
        e.a.mov(field64(pair_at(op.c)), x86::rax);
        break;
    default:
        const FloatCall function = float_call(op.code);
        if (!function) return false;
        e.call(function, op);
    }
    return true;
}

bool emit_call(Emitter &e, const Uop &op) {
    if (op.code != UopCode::CALL) return false;
    e.call(e.functions[op.c], op, true);
    return true;
}

} // namespace inlet::engine
