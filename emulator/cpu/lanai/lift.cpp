// Lifts Lanai's instructions to micro-operations, and executes those that have none.
#include "cpu/engine/execute.h"
#include "cpu/lanai/functions.h"
#include "cpu/lanai/instruction_set.h"

namespace inlet::lanai {

using engine::UopBuilder;
using engine::UopCode;

namespace {

constexpr unsigned first = engine::first_temporary;
constexpr unsigned sink = engine::sink;

/// LLVM's return (LanaiFrameLowering.cpp): ld -4[%fp],%pc; add %fp,0,%sp; ld -8[%fp],%fp.
constexpr std::uint32_t return_load = 0x8116FFFC, return_stack = 0x02140000,
                        return_frame = 0x8296FFF8;

class Lifter {
  public:
    Lifter(const Word &w, std::uint32_t pc, UopBuilder &group) : w_(w), pc_(pc), group_(group) {}

    void lift() {
        switch (w_.format) {
        case Format::immediate:
        case Format::registers: return arithmetic();
        case Format::select: {
            condition(first);
            group_.op(UopCode::OR, first + 1, reg(w_.rt, first + 2), 0);
            group_.op(UopCode::MOVN, first + 1, reg(w_.rs, first + 3), first);
            return move(written(w_.rd), first + 1);
        }
        case Format::count_bits: {
            const unsigned from = reg(w_.rs, first);
            return group_.call(call_count_bits, written(w_.rd), from, 0,
                               static_cast<std::uint32_t>(w_.count));
        }
        case Format::memory: return access();
        case Format::constant: return load_constant(written(w_.rd), w_.imm);
        case Format::branch:
        case Format::relative:
            if (w_.condition == 0) return group_.jump();
            if (w_.condition == 1) return group_.op(UopCode::NOP, sink, 0, 0);
            return group_.branch(UopCode::BFLAGS, 0, 0, engine_condition(w_.condition));
        case Format::set: return condition(written(w_.rd));
        }
    }

  private:
    void load_constant(unsigned to, std::uint32_t value) {
        group_.op(UopCode::LUI, to, 0, 0, value);
    }
    void move(unsigned to, unsigned from) { group_.op(UopCode::OR, to, from, 0); }
    void condition(unsigned to) {
        group_.op(UopCode::SET_IF, to, 0, 0, 0, engine_condition(w_.condition));
    }
    /// A register as an operand; %pc is loaded into `temporary`.
    unsigned reg(unsigned number, unsigned temporary) {
        if (number != pc_register) return number;
        load_constant(temporary, pc_);
        return temporary;
    }
    unsigned second(unsigned temporary) {
        if (!w_.has_immediate) return reg(w_.rt, temporary);
        load_constant(temporary, w_.imm);
        return temporary;
    }

    /// to = rs op the second operand, without condition bits.
    void compute(unsigned to) {
        const unsigned left = reg(w_.rs, first + 4);
        const std::uint32_t i = w_.imm;
        const auto both = [&](UopCode code) { group_.op(code, to, left, second(first + 5)); };
        const auto either = [&](UopCode registers, UopCode immediate, std::uint32_t value) {
            if (w_.has_immediate)
                group_.op(immediate, to, left, 0, value);
            else
                both(registers);
        };
        switch (w_.alu) {
        case Alu::add: return either(UopCode::ADDU, UopCode::ADDIU, i);
        case Alu::sub: return either(UopCode::SUBU, UopCode::ADDIU, 0 - i);
        case Alu::band: return either(UopCode::AND, UopCode::ANDI, i);
        case Alu::bor: return either(UopCode::OR, UopCode::ORI, i);
        case Alu::bxor: return either(UopCode::XOR, UopCode::XORI, i);
        case Alu::subb: return both(UopCode::SUBC);
        case Alu::addc: // a + b + C = a - ~b - the borrow
            group_.op(UopCode::NOR, first + 6, second(first + 5), 0);
            return group_.op(UopCode::SUBC, to, left, first + 6);
        case Alu::shift:
        case Alu::shift_arithmetic:
            if (w_.has_immediate) return shift_by_constant(to, left);
            return group_.call(call_arithmetic, to, left, second(first + 5),
                               static_cast<std::uint32_t>(w_.alu));
        }
    }

    void shift_by_constant(unsigned to, unsigned from) {
        const auto places = static_cast<std::int32_t>(w_.imm);
        const bool arithmetic = w_.alu == Alu::shift_arithmetic;
        if (places > 31 || (places < -31 && !arithmetic)) return load_constant(to, 0);
        const auto count = static_cast<unsigned>(places >= 0    ? places
                                                 : places < -31 ? 31
                                                                : -places);
        group_.op(places >= 0  ? UopCode::SLL
                  : arithmetic ? UopCode::SRA
                               : UopCode::SRL,
                  to, 0, from, 0, count);
    }

    void arithmetic() {
        if (w_.rd == pc_register) {
            if (w_.condition != 0 || w_.flags) return; // Set::execute()
            compute(first);
            group_.op(UopCode::ANDI, engine::latched_target, first, 0, ~3u);
            return group_.jump_to(engine::latched_target);
        }
        const unsigned to = written(w_.rd);
        if (w_.condition == 0 && !w_.flags) return compute(to);
        const unsigned left = reg(w_.rs, first + 4);
        if (w_.condition == 0 && w_.alu == Alu::sub) {
            if (w_.has_immediate) return group_.op(UopCode::SUBI_F, to, left, 0, w_.imm);
            return group_.op(UopCode::SUB_F, to, left, reg(w_.rt, first + 5));
        }
        const unsigned right = second(first + 5);
        if (w_.condition == 0 && w_.alu == Alu::subb)
            return group_.op(UopCode::SUBC_F, to, left, right);
        std::uint32_t how = static_cast<std::uint32_t>(w_.alu) | std::uint32_t{w_.condition}
                                                                     << call_condition;
        if (w_.flags) how |= call_sets_flags;
        // Logic of two registers leaves C; with a constant, it clears C (LanaiInstrFormats.td).
        const bool logic = w_.alu == Alu::band || w_.alu == Alu::bor || w_.alu == Alu::bxor;
        if (logic && !w_.has_immediate) how |= call_keeps_carry;
        group_.call(call_arithmetic, to, left, right, how);
    }

    UopCode load() const {
        switch (w_.bytes) {
        case 1: return w_.zero_extends ? UopCode::LBU : UopCode::LB;
        case 2: return w_.zero_extends ? UopCode::LHU : UopCode::LH;
        default: return UopCode::LW;
        }
    }
    UopCode store() const {
        return w_.bytes == 1 ? UopCode::SB : w_.bytes == 2 ? UopCode::SH : UopCode::SW;
    }

    void access() {
        const bool changes = w_.writes_back && w_.rs > pc_register;
        if (w_.store && !w_.has_immediate && w_.alu != Alu::add) return; // Set::execute()
        const unsigned base = reg(w_.rs, first + 1);
        const unsigned index = w_.has_immediate ? 0 : reg(w_.rt, first + 4);
        const auto write_back = [&] {
            if (!changes) return;
            if (w_.has_immediate)
                group_.op(UopCode::ADDIU, w_.rs, w_.rs, 0, w_.imm);
            else if (w_.alu == Alu::add)
                group_.op(UopCode::ADDU, w_.rs, w_.rs, index);
            else
                move(w_.rs, first);
        };
        const auto access = [&](UopCode code, unsigned to, unsigned value) {
            if (!w_.adds) return group_.op(code, to, base, value);
            if (w_.has_immediate) return group_.op(code, to, base, value, w_.imm);
            if (w_.alu == Alu::add)
                return group_.op(engine::indexed(code), to, base, value, 0, index);
            group_.op(code, to, first, value);
        };
        if (w_.store) {
            access(store(), sink, reg(w_.rd, first + 2));
            return write_back();
        }
        if (!w_.has_immediate && w_.alu != Alu::add) compute(first);
        const unsigned to = written(w_.rd);
        if (!changes) return access(load(), to, 0);
        access(load(), first + 3, 0);
        write_back();
        move(to, first + 3);
    }

    const Word &w_;
    std::uint32_t pc_;
    UopBuilder &group_;
};

bool is_return(const Instruction &in) {
    return in.word == return_load && from_guest<std::uint32_t>(in.tail.data()) == return_stack &&
           from_guest<std::uint32_t>(in.tail.data() + 4) == return_frame;
}

/// Executes the instruction in a delay slot of a load into %pc. The decoder admits only loads and
/// arithmetic there.
bool execute_slot(State &s, Memory &m, std::uint32_t word, std::uint32_t pc) {
    const auto parsed = parse(word);
    UopBuilder group;
    if (parsed) Lifter(*parsed, pc, group).lift();
    for (const engine::Uop &op : group.ops())
        if (!engine::execute(s, m, functions().data(), op)) return false;
    return parsed.has_value();
}

} // namespace

void lift(const Instruction &in, std::uint32_t pc, UopBuilder &group) {
    if (in.kind == Kind::illegal || in.kind == Kind::host || in.kind == Kind::system) return;
    if (in.op == Op::load_pc) {
        if (!is_return(in)) return; // Set::execute()
        group.op(UopCode::LW, first, frame_register, 0, 0u - 4);
        group.op(UopCode::LW, first + 1, frame_register, 0, 0u - 8);
        group.op(UopCode::ANDI, first, first, 0, ~3u);
        group.op(UopCode::OR, stack_register, frame_register, 0);
        group.op(UopCode::OR, frame_register, first + 1, 0);
        return group.jump_to(first);
    }
    if (const auto word = parse(in.word)) Lifter(*word, pc, group).lift();
}

Stop Set::execute(State &s, Memory &m, const Instruction &in, engine::Rare &rare) const {
    const auto fail = [&](FaultKind kind, std::uint32_t value, std::uint32_t size = 0) {
        s.fault = Fault{kind, 0, s.now, s.pc, value, size};
        return Stop::fault;
    };
    const auto parsed = parse(in.word);
    if (!parsed) return fail(FaultKind::illegal, in.word);
    const Word &w = *parsed;
    const auto value = [&](unsigned number) { return number == pc_register ? s.pc : s.r[number]; };
    const std::uint32_t right = w.has_immediate ? w.imm : value(w.rt);
    const Result result = operate(w.alu, value(w.rs), right, carry_of(s));
    if (w.format == Format::memory && w.store) {
        const std::uint32_t at = w.adds ? result.value : value(w.rs), stored = value(w.rd);
        if (at & (w.bytes - 1u)) return fail(FaultKind::unaligned, at, w.bytes);
        if (m.watched(at)) return fail(FaultKind::text_write, at);
        std::uint8_t *bytes = m.write<std::uint8_t>(at);
        if (!bytes) return fail(FaultKind::unmapped, at, w.bytes);
        for (unsigned i = 0; i < w.bytes; ++i)
            bytes[i] = static_cast<std::uint8_t>(stored >> 8 * (w.bytes - 1u - i));
        if (w.writes_back && w.rs > pc_register) s.r[w.rs] = result.value;
        rare.access = engine::DataAccess{at, w.bytes, true};
        return Stop::budget;
    }
    if (in.op == Op::load_pc) {
        const std::uint32_t at = w.adds ? result.value : value(w.rs);
        if (at & 3) return fail(FaultKind::unaligned, at, 4);
        const std::uint8_t *bytes = m.read<std::uint32_t>(at);
        if (!bytes) return fail(FaultKind::unmapped, at, 4);
        State after = s;
        for (unsigned n = 0; n < 2; ++n)
            if (!execute_slot(after, m, from_guest<std::uint32_t>(in.tail.data() + 4 * n),
                              s.pc + 4 + 4 * n))
                return fail(FaultKind::illegal, from_guest<std::uint32_t>(in.tail.data() + 4 * n));
        s.r = after.r;
        rare.target = from_guest<std::uint32_t>(bytes) & ~3u;
        rare.branches = true;
        rare.access = engine::DataAccess{at, 4, false};
        return Stop::budget;
    }
    if (!holds(s, w.condition)) return Stop::budget;
    rare.branches = true;
    if (w.format == Format::relative) {
        rare.target = (value(w.rs) + w.imm) & ~3u;
        return Stop::budget;
    }
    rare.target = result.value & ~3u;
    if (!w.flags) return Stop::budget;
    const bool logic = w.alu == Alu::band || w.alu == Alu::bor || w.alu == Alu::bxor;
    const bool carry = logic && !w.has_immediate ? carry_of(s) : result.carry;
    engine::set_bits(s.r.data(), result.value, !carry, result.overflow);
    return Stop::budget;
}

} // namespace inlet::lanai
