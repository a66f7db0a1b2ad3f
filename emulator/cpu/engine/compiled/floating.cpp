// Floating point: moves here, all else by a call of a function made from its line in fp.def.
#include "cpu/engine/compiled/float_calls.h"
#include "cpu/engine/compiled/operations.h"

namespace inlet::mips {

bool emit_floating(Emitter &e, const Op &op) {
    switch (op.code) {
    case Code::MFC1:
        e.a.mov(a1, field(float_at(op.rs)));
        e.set(op.to, a1);
        break;
    case Code::MTC1: e.a.mov(field(float_at(op.rs)), e.reg(op.rt, a1)); break;
    case Code::MOV_S:
        e.a.mov(a1, field(float_at(op.rs)));
        e.a.mov(field(float_at(op.sa)), a1);
        break;
    case Code::MOV_D:
        e.a.mov(x86::rax, field64(pair_at(op.rs)));
        e.a.mov(field64(pair_at(op.sa)), x86::rax);
        break;
    default:
        const FloatCall function = float_call(op.code);
        if (!function) return false;
        e.call(function, op);
    }
    return true;
}

} // namespace inlet::mips
