// Conditions of branches, as branch.def has them.
#include "cpu/engine/compiled/operations.h"

namespace inlet::engine {

namespace {

using Cond = x86::CondCode;

Condition sign_test(Emitter &e, const Uop &op, Cond condition, bool for_zero) {
    if (op.a == 0) return {for_zero, {}};
    e.compare(op.a, 0);
    return {{}, condition};
}

Condition equality(Emitter &e, const Uop &op, bool equal) {
    if (op.a == op.b) return {equal, {}};
    if (op.a == 0)
        e.compare(op.b, 0);
    else
        e.compare(op.a, op.b);
    return {{}, equal ? Cond::kE : Cond::kNE};
}

Condition condition_2(Emitter &e, bool wanted) {
    e.a.cmp(e.place(coprocessor_condition), 0);
    return {{}, wanted ? Cond::kNE : Cond::kE};
}

Condition condition_1(Emitter &e, const Uop &op, bool wanted) {
    e.a.test(e.place(float_control), 1u << op.b);
    return {{}, wanted ? Cond::kNZ : Cond::kZ};
}

x86::Mem latch() { return x86::byte_ptr(x86::rsp, at_latch); }

} // namespace

std::optional<Condition> emit_condition(Emitter &e, const Uop &op) {
    switch (op.code) {
    case UopCode::BEQ:
    case UopCode::LATCH_BEQ: return equality(e, op, true);
    case UopCode::BNE:
    case UopCode::LATCH_BNE: return equality(e, op, false);
    case UopCode::BLEZ:
    case UopCode::LATCH_BLEZ: return sign_test(e, op, Cond::kLE, true);
    case UopCode::BGTZ:
    case UopCode::LATCH_BGTZ: return sign_test(e, op, Cond::kG, false);
    case UopCode::BLTZ:
    case UopCode::LATCH_BLTZ: return sign_test(e, op, Cond::kL, false);
    case UopCode::BGEZ:
    case UopCode::LATCH_BGEZ: return sign_test(e, op, Cond::kGE, true);
    case UopCode::BC2F:
    case UopCode::LATCH_BC2F: return condition_2(e, false);
    case UopCode::BC2T:
    case UopCode::LATCH_BC2T: return condition_2(e, true);
    case UopCode::BC1F:
    case UopCode::LATCH_BC1F: return condition_1(e, op, false);
    case UopCode::BC1T:
    case UopCode::LATCH_BC1T: return condition_1(e, op, true);
    case UopCode::BRANCH_LATCHED: e.a.cmp(latch(), 0); return Condition{{}, Cond::kNE};
    default: return {};
    }
}

bool emit_latch(Emitter &e, const Uop &op) {
    if (!is_latch(op.code)) return false;
    const Condition condition = *emit_condition(e, op);
    if (condition.constant)
        e.a.mov(latch(), *condition.constant ? 1 : 0);
    else
        e.a.set(condition.code, latch());
    return true;
}

} // namespace inlet::engine
