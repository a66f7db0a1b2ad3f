// Lifts MIPS instructions to micro-operations. Nearly all are one operation of the same name.
#include "cpu/mips/instruction_set.h"

namespace inlet::mips {

using engine::UopCode;

void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group) {
    if (in.op == Mips::PREF || (in.op == Mips::SLL && in.to == engine::sink))
        return group.op(UopCode::NOP, engine::sink, 0, 0);
    const std::uint32_t link = pc + 8;
    switch (in.op.as<Mips>()) {
#define ALU(name, effect)                                                                          \
    case Mips::name:                                                                               \
        return group.op(UopCode::name, in.to, in.rs, in.rt, in.imm, in.sa);
#define FLOAT_MOVE(name, effect) ALU(name, effect)
#define FLOAT(name, operation, effect) ALU(name, effect)
#define FLOAT_CONTROL(name, value) ALU(name, value)
#define TRAP(name, condition, kind, effect) ALU(name, effect)
#define LOAD(name, type, effect) ALU(name, effect)
#define LOAD_PART(name, effect) ALU(name, effect)
#define STORE(name, type, effect) ALU(name, effect)
#define STORE_PART(name, effect) ALU(name, effect)
#define BRANCH(name, condition)                                                                    \
    case Mips::name:                                                                               \
        return group.branch(UopCode::name, in.rs, in.rt, in.sa);
#include "cpu/engine/alu.def"
#include "cpu/engine/branch.def"
#include "cpu/engine/fp.def"
#include "cpu/engine/memory.def"
#include "cpu/engine/trap.def"
#undef ALU
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
#undef TRAP
#undef LOAD
#undef LOAD_PART
#undef STORE
#undef STORE_PART
#undef BRANCH
    case Mips::J: return group.jump();
    case Mips::JAL: return group.jump(in.to, link);
    case Mips::JR: return group.jump_to(in.rs);
    case Mips::JALR: return group.jump_to(in.rs, in.to, link);
    default: return; // the stepper executes network, coprocessor 0, likely branches, LL and SC
    }
}

} // namespace inlet::mips
