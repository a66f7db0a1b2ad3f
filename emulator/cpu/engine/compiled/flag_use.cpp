#include "cpu/engine/compiled/flag_use.h"

#include "cpu/engine/narrow.h"

namespace inlet::engine {

namespace {

/// Makes all condition codes and reads none.
bool makes_flags(const Uop &op) {
    switch (op.code) {
    case UopCode::SHIFT_F: return op.b == 0 && (op.imm >> 16 & 31) && (op.imm & 7) >= shl;
    case UopCode::DOUBLE_SHIFT_F: return op.c == 0 && (op.imm >> 16 & 31);
    case UopCode::ADD_F:
    case UopCode::ADDI_F:
    case UopCode::SUB_F:
    case UopCode::SUBI_F:
    case UopCode::MOVE_F:
    case UopCode::PUT_F:
    case UopCode::NARROW_ADD:
    case UopCode::NARROW_SUB:
    case UopCode::NARROW_LOGIC:
    case UopCode::NARROW_MUL:
    case UopCode::SRL_F:
    case UopCode::SRA_F:
    case UopCode::MUL_F:
    case UopCode::HI_LO_F:
    case UopCode::BIT_SCAN_F: return true;
    default: return false;
    }
}

/// Computes in registers only. What it makes of condition codes is unseen where they are unseen
/// behind it.
bool ignores_flags(const Uop &op) {
    switch (op.code) {
    case UopCode::SHIFTED:
    case UopCode::SHIFT_F: return (op.imm & 7) != rcl && (op.imm & 7) != rcr;
    case UopCode::NARROW_INC: // keep the carry
    case UopCode::NARROW_DEC:
    case UopCode::DOUBLE_SHIFTED:
    case UopCode::DOUBLE_SHIFT_F:
    case UopCode::BIT_CHANGED:
    case UopCode::BIT_F:
    case UopCode::CONDITIONS_F:
    case UopCode::CARRY_F:
    // Of beyond_mips.def.
    case UopCode::ANDN:
    case UopCode::ORN:
    case UopCode::XNOR:
    case UopCode::SMUL:
    case UopCode::UMUL:
    case UopCode::ROTATE:
    case UopCode::ROTATEV:
    case UopCode::INSERT:
    case UopCode::SHIFT_LEFT:
    case UopCode::SHIFT_RIGHT:
    case UopCode::NAND:
    case UopCode::EXTEND_BYTE:
    case UopCode::EXTEND_HALF:
    case UopCode::MULH:
    case UopCode::MULHU:
    case UopCode::QUOTIENT:
    case UopCode::QUOTIENTU:
    case UopCode::BYTE_SWAP:
    case UopCode::NOP:
#define ALU(name, effect) case UopCode::name:
#include "cpu/engine/alu.def"
#undef ALU
        return true;
    default: return false;
    }
}

/// Sets some of them, or depends on what they are.
bool changes_flags(const Uop &op) {
    switch (op.code) {
    case UopCode::SHIFT_F:
    case UopCode::NARROW_INC:
    case UopCode::NARROW_DEC:
    case UopCode::DOUBLE_SHIFT_F:
    case UopCode::BIT_F:
    case UopCode::CONDITIONS_F:
    case UopCode::CARRY_F: return true;
    default: return false;
    }
}

/// An access of memory, which may bail out and has no other effect on condition codes.
bool accesses(UopCode code) {
    switch (code) {
#define ALU(name, effect)
#define TRAP(name, condition, kind, effect)
#define BRANCH(name, condition)
#define LOAD(name, type, effect)                                                                   \
    case UopCode::name:                                                                            \
    case UopCode::name##_X:
#define LOAD_ANY(name, type, effect) LOAD(name, type, effect)
#define STORE(name, type, effect) LOAD(name, type, effect)
#define STORE_ANY(name, type, effect) LOAD(name, type, effect)
#define LOAD_PART(name, effect)
#define STORE_PART(name, effect)
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/memory.def"
#undef ALU
#undef TRAP
#undef BRANCH
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
#undef LOAD_PART
#undef STORE_PART
        return true;
    default: return false;
    }
}

} // namespace

bool makes_order(UopCode code) {
    return code == UopCode::ORDER || code == UopCode::ORDERU || code == UopCode::ORDERI ||
           code == UopCode::ORDERIU;
}

bool flags_are_read(const Uop *op, const Uop *end) {
    if (++op >= end) return false;
    return op->code == UopCode::BFLAGS || op->code == UopCode::LATCH_BFLAGS ||
           op->code == UopCode::SET_IF;
}

bool leaves_flags(const Uop &op) {
    return accesses(op.code) || (ignores_flags(op) && !changes_flags(op));
}

const Uop *last_to_see_flags(const Uop *op, const Uop *end) {
    const Uop *last = nullptr;
    for (++op; op < end; ++op) {
        if (makes_flags(*op)) return last;
        if (accesses(op->code))
            last = op;
        else if (!ignores_flags(*op)) // a rotation through the carry reads it
            return nullptr;
        else if (changes_flags(*op))
            return flags_are_dead(op, end) ? last : nullptr;
    }
    return nullptr;
}

bool extends_carry(UopCode code) {
    return code == UopCode::ADD_EXTENDED || code == UopCode::ADDI_EXTENDED ||
           code == UopCode::SUB_EXTENDED;
}

bool makes_carry(UopCode code) {
    switch (code) {
    case UopCode::ADD_CARRY:
    case UopCode::ADDI_CARRY:
    case UopCode::SUB_CARRY:
    case UopCode::SUBI_CARRY:
    case UopCode::SRA_CARRY:
    case UopCode::SRAV_CARRY: return true;
    default: return extends_carry(code);
    }
}

bool carry_is_dead(const Uop *op, const Uop *end) {
    const unsigned carry = op->c;
    for (++op; op < end; ++op) {
        if (op->a == carry || op->b == carry) return false;
        if (makes_carry(op->code)) {
            if (op->c == carry) return !extends_carry(op->code);
        } else if (!makes_order(op->code) && !ignores_flags(*op)) {
            return false;
        }
    }
    return false;
}

bool flags_are_dead(const Uop *op, const Uop *end) {
    for (++op; op < end; ++op) {
        if (makes_flags(*op)) return true;
        if (!ignores_flags(*op)) return false;
    }
    return false;
}

} // namespace inlet::engine
