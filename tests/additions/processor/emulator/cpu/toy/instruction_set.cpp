#include "cpu/toy/instruction_set.h"

#include "cpu/engine/flags.h"

namespace inlet {

std::uint32_t ToySet::number(std::span<const std::uint8_t> bytes, unsigned size) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < size; ++i)
        value |= std::uint32_t{bytes[i]} << 8 * (little_ ? i : size - 1 - i);
    return value;
}

bool ToySet::interrupted(const engine::State &state) { return state.r[asked] && state.r[handler]; }

engine::Instruction ToySet::decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const {
    engine::Instruction in;
    const std::uint32_t unit = number(bytes, 2);
    in.op = static_cast<Operation>(unit >> 12);
    in.rd = unit >> 8 & 15, in.rs = unit >> 4 & 15, in.imm = unit & 15;
    in.word = unit;
    in.length = unit >> 12 == movi || unit >> 12 == call ? 6 : 2;
    in.cost = in.length / 2u * slow_;
    if (unit >> 12 > irq || in.length > bytes.size()) {
        in.length = 2;
        return in;
    }
    constexpr std::uint64_t flags = std::uint64_t{7} << engine::flag_kind;
    const auto bit = [](unsigned number) { return std::uint64_t{1} << number & ~1ull; };
    in.kind = engine::Kind::plain;
    in.uses = bit(in.rd) | bit(in.rs);
    switch (in.op.as<Operation>()) {
    case add:
    case sub: in.writes = bit(in.rd) | flags; break;
    case cmp: in.writes = flags; break;
    case load:
        in.kind = engine::Kind::load;
        in.uses = bit(in.rs);
        in.writes = in.loads = bit(in.rd);
        break;
    case store: in.kind = engine::Kind::store; break;
    case b:
        in.kind = engine::Kind::branch;
        in.direct = true;
        in.uses = flags;
        in.imm = pc + 2 + 2 * static_cast<std::uint32_t>(static_cast<std::int8_t>(unit));
        in.taken = 3 * slow_;
        break;
    case push:
        in.kind = engine::Kind::store;
        in.uses = bit(in.rd) | bit(stack);
        in.writes = bit(stack);
        break;
    case ret:
        in.kind = engine::Kind::jump;
        in.uses = in.writes = bit(stack);
        break;
    case movi:
        in.imm = number(bytes.subspan(2), 4);
        in.uses = 0;
        in.writes = bit(in.rd);
        break;
    case call:
        in.kind = engine::Kind::jump;
        in.direct = true;
        in.imm = number(bytes.subspan(2), 4);
        in.uses = in.writes = bit(stack);
        break;
    case host:
        in.kind = engine::Kind::host;
        in.uses = 0;
        break;
    case irq: in.kind = engine::Kind::system; break;
    }
    if (in.rd) in.to = in.rd;
    in.awaits = in.uses;
    return in;
}

void ToySet::lift(const engine::Instruction &in, std::uint32_t pc,
                  engine::UopBuilder &group) const {
    using engine::UopCode;
    constexpr unsigned sink = engine::sink, first = engine::first_temporary;
    const UopCode load_word = little_ ? UopCode::LW_LE : UopCode::LW_ANY;
    const UopCode store_word = little_ ? UopCode::SW_LE : UopCode::SW_ANY;
    constexpr std::uint32_t word = 4;
    switch (in.op.as<Operation>()) {
    case add: return group.op(UopCode::ADD_F, in.to, in.rd, in.rs);
    case sub: return group.op(UopCode::SUB_F, in.to, in.rd, in.rs);
    case cmp: return group.op(UopCode::SUB_F, sink, in.rd, in.rs);
    case load: return group.op(load_word, in.to, in.rs, 0, in.imm);
    case store: return group.op(store_word, sink, in.rs, in.rd, in.imm);
    case b: return group.branch(UopCode::BFLAGS, 0, 0, in.rd);
    case push:
        group.op(store_word, sink, stack, in.rd, 0 - word);
        return group.op(UopCode::ADDIU, stack, stack, 0, 0 - word);
    case ret:
        group.op(load_word, first, stack, 0);
        group.op(UopCode::ADDIU, stack, stack, 0, word);
        return group.jump_to(first);
    case movi: return group.op(UopCode::LUI, in.to, 0, 0, in.imm);
    case call:
        group.op(UopCode::LUI, first, 0, 0, pc + in.length);
        group.op(store_word, sink, stack, first, 0 - word);
        group.op(UopCode::ADDIU, stack, stack, 0, 0 - word);
        return group.jump();
    case host:
    case irq: return;
    }
}

bool ToySet::may_run(const engine::State &state, Memory &, const engine::Program &) const {
    return !interrupted(state);
}

engine::Stop ToySet::before(engine::State &state, Memory &) const {
    if (!interrupted(state)) return engine::Stop::budget;
    state.fault = {FaultKind::interrupt, 0, state.now, state.pc, 0, 0, {}};
    return engine::Stop::fault;
}

engine::Stop ToySet::execute(engine::State &state, Memory &, const engine::Instruction &in,
                             engine::Rare &rare) const {
    if (in.imm == 0) {
        state.r[handler] = state.r[in.rd];
    } else {
        rare.branches = true;
        rare.target = state.r[back];
        state.r[handler] = state.r[running];
    }
    return engine::Stop::system;
}

bool ToySet::interrupts(engine::State &state, std::uint32_t, std::uint32_t lines) const {
    state.r[asked] = lines;
    return interrupted(state);
}

bool ToySet::trap(engine::State &state, Memory &, const Fault &fault,
                  const std::function<void()> &entering) const {
    if (fault.kind != FaultKind::interrupt) return false;
    entering();
    state.r[back] = state.pc;
    state.r[running] = state.r[handler];
    state.r[handler] = 0;
    state.jump(state.r[running]);
    return true;
}

const engine::Abi &ToySet::abi() const {
    static constexpr engine::Abi big{stack, 1, 1, 0, 0}, little{stack, 1, 1, 0, 0, 0, true};
    return little_ ? little : big;
}

} // namespace inlet
