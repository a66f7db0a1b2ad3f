// Counts memory accesses of the stepper for an instruction, for tests.
#pragma once

#include "cpu/engine/uop.h"
#include "cpu/x86/instruction_set.h"

#include <span>

namespace inlet::x86_test {

/// Bytes that an operation loads or stores; 0: none.
inline unsigned bytes_accessed(engine::UopCode code) {
    using engine::UopCode;
    switch (code) {
    case UopCode::LB:
    case UopCode::LBU:
    case UopCode::SB:
    case UopCode::LB_X:
    case UopCode::LBU_X:
    case UopCode::SB_X: return 1;
    case UopCode::LH_LE:
    case UopCode::LHU_LE:
    case UopCode::SH_LE:
    case UopCode::LH_LE_X:
    case UopCode::LHU_LE_X:
    case UopCode::SH_LE_X: return 2;
    case UopCode::LW_LE:
    case UopCode::SW_LE:
    case UopCode::LW_LE_X:
    case UopCode::SW_LE_X: return 4;
    default: return 0;
    }
}

/// The stepper executes every operation of a group. An access has up to 8 bytes: the words of an
/// x87 operand are one access.
inline unsigned accesses_made(const engine::Instruction &in, std::span<const engine::Uop> group) {
    unsigned accesses = 0, bytes = 0;
    for (const engine::Uop &op : group)
        if (const unsigned some = bytes_accessed(op.code)) {
            ++accesses;
            bytes += some;
        }
    const bool floating = x86::row_of(in).cost >= x86::CostKey::fp_move;
    return floating ? (bytes + 7) / 8 : accesses;
}

} // namespace inlet::x86_test
