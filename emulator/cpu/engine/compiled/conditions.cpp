// Conditions of branches, as branch.def has them.
#include "cpu/engine/compiled/operations.h"

namespace inlet::mips {

namespace {

using Cond = x86::CondCode;

Condition sign_test(Emitter &e, const Op &op, Cond condition, bool for_zero) {
    if (op.rs == 0) return {for_zero, {}};
    e.compare(op.rs, 0);
    return {{}, condition};
}

Condition equality(Emitter &e, const Op &op, bool equal) {
    if (op.rs == op.rt) return {equal, {}};
    if (op.rs == 0)
        e.compare(op.rt, 0);
    else
        e.compare(op.rs, op.rt);
    return {{}, equal ? Cond::kE : Cond::kNE};
}

Condition condition_2(Emitter &e, bool wanted) {
    e.a.cmp(x86::byte_ptr(state, offsetof(State, condition)), 0);
    return {{}, wanted ? Cond::kNE : Cond::kE};
}

Condition condition_1(Emitter &e, const Op &op, bool wanted) {
    e.a.test(field(offsetof(State, fcsr)), 1u << op.rt);
    return {{}, wanted ? Cond::kNZ : Cond::kZ};
}

x86::Mem latch() { return x86::byte_ptr(x86::rsp, at_latch); }

} // namespace

std::optional<Condition> emit_condition(Emitter &e, const Op &op) {
    switch (op.code) {
    case Code::BEQ:
    case Code::LATCH_BEQ: return equality(e, op, true);
    case Code::BNE:
    case Code::LATCH_BNE: return equality(e, op, false);
    case Code::BLEZ:
    case Code::LATCH_BLEZ: return sign_test(e, op, Cond::kLE, true);
    case Code::BGTZ:
    case Code::LATCH_BGTZ: return sign_test(e, op, Cond::kG, false);
    case Code::BLTZ:
    case Code::LATCH_BLTZ: return sign_test(e, op, Cond::kL, false);
    case Code::BGEZ:
    case Code::LATCH_BGEZ: return sign_test(e, op, Cond::kGE, true);
    case Code::BC2F:
    case Code::LATCH_BC2F: return condition_2(e, false);
    case Code::BC2T:
    case Code::LATCH_BC2T: return condition_2(e, true);
    case Code::BC1F:
    case Code::LATCH_BC1F: return condition_1(e, op, false);
    case Code::BC1T:
    case Code::LATCH_BC1T: return condition_1(e, op, true);
    case Code::BRANCH_LATCHED: e.a.cmp(latch(), 0); return Condition{{}, Cond::kNE};
    default: return {};
    }
}

bool emit_latch(Emitter &e, const Op &op) {
    if (!is_latch(op.code)) return false;
    const Condition condition = *emit_condition(e, op);
    if (condition.constant)
        e.a.mov(latch(), *condition.constant ? 1 : 0);
    else
        e.a.set(condition.code, latch());
    return true;
}

} // namespace inlet::mips
