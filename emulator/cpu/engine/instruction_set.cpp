#include "cpu/engine/instruction_set.h"

#include "cpu/engine/engine.h"

#include <cassert>

namespace inlet::engine {

void UopBuilder::op(UopCode code, unsigned to, unsigned a, unsigned b, std::uint32_t imm,
                    unsigned c) {
    assert(count_ < most);
    Uop &op = ops_[count_++];
    op.code = code;
    op.to = static_cast<std::uint8_t>(to);
    op.a = static_cast<std::uint8_t>(a);
    op.b = static_cast<std::uint8_t>(b);
    op.c = static_cast<std::uint8_t>(c);
    op.imm = imm;
}

bool ends_block(UopCode code) {
    switch (code) {
#define ALU(name, effect)
#define TRAP(name, condition, kind, effect)
#define LOAD(name, type, effect)
#define LOAD_ANY(name, type, effect)
#define STORE(name, type, effect)
#define STORE_ANY(name, type, effect)
#define BRANCH(name, condition) case UopCode::name:
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/branch.def"
#undef BRANCH
    case UopCode::BRANCH_LATCHED:
    case UopCode::J:
    case UopCode::JAL:
    case UopCode::JR:
    case UopCode::JALR:
    case UopCode::JR_BITS:
    case UopCode::JR_NO_BITS: return true;
    default: return false;
    }
}

bool is_latch(UopCode code) {
    switch (code) {
#define BRANCH(name, condition) case UopCode::LATCH_##name:
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/branch.def"
#undef BRANCH
#undef ALU
#undef TRAP
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
        return true;
    default: return false;
    }
}

bool may_bail(UopCode code) {
    switch (code) {
#define ALU(name, effect)
#define BRANCH(name, condition)
#define TRAP(name, condition, kind, effect) case UopCode::name:
#define LOAD(name, type, effect)                                                                   \
    case UopCode::name:                                                                            \
    case UopCode::name##_X:
#define LOAD_ANY(name, type, effect) LOAD(name, type, effect)
#define STORE(name, type, effect) LOAD(name, type, effect)
#define STORE_ANY(name, type, effect) LOAD(name, type, effect)
#define LOAD_PART(name, effect) case UopCode::name:
#define STORE_PART(name, effect) case UopCode::name:
#define FLOAT_MOVE(name, effect)
#define FLOAT(name, operation, effect) case UopCode::name:
#define FLOAT_CONTROL(name, value) case UopCode::name:
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/fp.def"
#include "cpu/engine/memory.def"
#include "cpu/engine/trap.def"
#undef ALU
#undef BRANCH
#undef TRAP
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
#undef LOAD_PART
#undef STORE_PART
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
    case UopCode::CALL: return true;
    default: return false;
    }
}

namespace {

/// Written again without harm when the group is executed from its beginning.
bool is_scratch(unsigned number) {
    return number == sink || (number >= latched_target && number < first_float);
}
bool is_temporary(unsigned number) { return number >= first_temporary && number < first_float; }

} // namespace

std::optional<std::string_view> verify(std::span<const Uop> group) {
    bool changed = false;
    std::uint32_t known = 0; // temporaries that have been written
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Uop &op = group[i];
        if (op.code >= UopCode::LEAVE) return "an operation that only the stream has";
        if (ends_block(op.code) && i + 1 != group.size()) return "a branch that is not the last";
        if (may_bail(op.code) && changed) return "may bail out behind a change";
        for (const unsigned read : {op.a, op.b})
            if (is_temporary(read) && !(known >> (read - first_temporary) & 1))
                return "reads a temporary that it has not written";
        if (is_temporary(op.to)) known |= 1u << (op.to - first_temporary);
        changed |= !is_scratch(op.to) && op.to != 0;
    }
    return {};
}

Stop InstructionSet::execute(State &state, Memory &, const Instruction &in, Rare &) const {
    state.fault = Fault{FaultKind::illegal, 0, state.now, state.pc, in.word};
    return Stop::fault;
}

Service InstructionSet::service(std::uint32_t code) const {
    constexpr std::uint32_t last_of_io = 7, first_of_names = 11, last_of_names = 18;
    switch (const std::uint32_t number = code - abi().first_service) {
    case 0: return Service::exit;
    case 1: return Service::write;
    case 8: return Service::fail;
    case 9: return Service::heap;
    case 10: return Service::guard;
    default:
        return number <= last_of_io || (number >= first_of_names && number <= last_of_names)
                   ? Service::io
                   : Service::none;
    }
}

std::optional<std::vector<std::uint32_t>> InstructionSet::calls(const State & /*state*/,
                                                                const Memory & /*memory*/,
                                                                const Program & /*program*/,
                                                                std::uint32_t /*function*/,
                                                                std::size_t /*most*/) const {
    return {};
}

} // namespace inlet::engine
