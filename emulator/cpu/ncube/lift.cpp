// Lifts instructions to operations of the engine. Memory operands become loads and a store around a
// function; addresses are translated through the segments first. The stepper executes instructions
// that exceed a group, or whose operands depend on the order of evaluation.
#include "cpu/ncube/arithmetic.h"
#include "cpu/ncube/instruction_set.h"
#include "cpu/ncube/registers.h"
#include "cpu/ncube/space.h"

#include <array>
#include <bit>

namespace inlet::ncube {

using engine::sink;
using engine::Uop;
using engine::UopBuilder;
using engine::UopCode;

namespace {

enum FunctionNumber : unsigned {
    address_1, ///< physical address of a byte at register `a` + the immediate
    address_2,
    address_4,
    address_8, ///< all bytes in one page
    make,      ///< computes value and flags; the immediate is packed()
    value_of,  ///< extracts the value
    flags_of,  ///< extracts the flags
    load_flags,
    condition, ///< 1 if the branch is taken, else 0; the immediate is the branch's operation
};

std::uint32_t packed(Op op, unsigned size, unsigned bytes) {
    return static_cast<std::uint32_t>(op) | size << 8 | bytes << 12;
}
Result computed(const engine::State &s, const Uop &op) {
    return compute(static_cast<Op>(op.imm & 0xFF), s.r[op.a], s.r[op.b], op.imm >> 8 & 15,
                   op.imm >> 12 & 15, s.r[psw_register]);
}
bool cannot(engine::State &s) {
    s.fault = Fault{FaultKind::illegal, 0, s.now, s.pc}; // the stepper determines the fault
    return false;
}

template <unsigned bytes> bool find_address(engine::State &s, const Uop &op) {
    const std::uint32_t address = s.r[op.a] + op.imm;
    std::uint32_t physical = address;
    if (!in_kernel(s)) {
        unsigned n = 0;
        for (; n < segments; ++n) {
            const std::uint32_t *segment = &s.r[segments_register + 3 * n];
            const std::uint32_t offset = address - segment[0];
            if (offset >= segment[1] || bytes > segment[1] - offset) continue;
            physical = segment[2] + offset;
            break;
        }
        if (n == segments) return cannot(s);
    }
    if (bytes == 8 && (physical & (page_bytes - 1)) > page_bytes - 8) return cannot(s);
    s.r[op.to] = physical;
    return true;
}
bool make_value(engine::State &s, const Uop &op) {
    const Result result = computed(s, op);
    if (result.divides_by_zero) return cannot(s);
    s.r[op.to] = static_cast<std::uint32_t>(extended(result.value, op.imm >> 12 & 15));
    return true;
}
bool make_flags(engine::State &s, const Uop &op) {
    s.r[psw_register] = computed(s, op).psw;
    return true;
}
bool make_both(engine::State &s, const Uop &op) {
    const Result result = computed(s, op);
    if (result.divides_by_zero) return cannot(s);
    s.r[op.to] = static_cast<std::uint32_t>(extended(result.value, op.imm >> 12 & 15));
    s.r[psw_register] = result.psw;
    return true;
}
bool take_flags(engine::State &s, const Uop &op) {
    s.r[psw_register] = with_flags(s.r[psw_register], s.r[op.a]);
    return true;
}
bool meets(engine::State &s, const Uop &op) {
    s.r[op.to] = taken(static_cast<Op>(op.imm), s.r[psw_register]);
    return true;
}

/// Builds the operations of one instruction, up to the limit of a group.
class Lifter {
  public:
    Lifter(const Instruction &in, std::uint32_t pc, UopBuilder &group)
        : in_(in), pc_(pc), group_(group) {}

    bool run() {
        if (!is_independent()) return false;
        switch (in_.row->op) {
        case Op::nop: return op(UopCode::NOP, sink, 0, 0);
        case Op::clc: return op(UopCode::ANDI, psw_register, psw_register, 0, ~psw::c);
        case Op::stc: return op(UopCode::ORI, psw_register, psw_register, 0, psw::c);
        case Op::cmc: return op(UopCode::XORI, psw_register, psw_register, 0, psw::c);
        case Op::mov: return in_.row->slots[0].bytes == 8 ? move_pair() : move();
        case Op::movu: return move();
        case Op::cmp:
        case Op::bit: return compares();
        case Op::ldflg: return status();
        case Op::jmp:
        case Op::call: return jump();
        case Op::ret: return back();
        case Op::mova:
        case Op::ldpr:
        case Op::stpr:
        case Op::lcnt:
        case Op::lptr:
        case Op::rep:
        case Op::repz:
        case Op::repnz:
        case Op::trap:
        case Op::retp:
        case Op::eron:
        case Op::erof:
        case Op::bkpt:
        case Op::rset:
        case Op::ei:
        case Op::di:
        case Op::reti:
        case Op::wait: return false;
        default: return is_branch(in_.row->op) ? branch() : computes();
        }
    }

  private:
    /// The location of an operand: a register of the file, or memory at the address in a register.
    struct Place {
        unsigned reg = 0;
        bool memory = false;
    };
    struct Change {
        unsigned reg, by; ///< by: a register, or 0
        std::uint32_t bytes;
    };

    bool op(UopCode code, unsigned to, unsigned a, unsigned b, std::uint32_t imm = 0,
            unsigned c = 0) {
        if (group_.ops().size() == UopBuilder::most) return false;
        group_.op(code, to, a, b, imm, c);
        return true;
    }
    bool call(FunctionNumber function, unsigned to, unsigned a, unsigned b, std::uint32_t imm = 0) {
        return op(UopCode::CALL, to, a, b, imm, function);
    }
    unsigned temporary() { return next_ < engine::first_float ? next_++ : unsigned{sink}; }
    const Operand &operand(unsigned n) const { return in_.operands[n]; }
    const Slot &slot(unsigned n) const { return in_.row->slots[n]; }

    static FunctionNumber address_of(unsigned bytes) {
        return static_cast<FunctionNumber>(address_1 + std::countr_zero(bytes));
    }

    void change(unsigned reg, unsigned by, std::uint32_t bytes) {
        changes_[changes_count_++] = {reg, by, bytes};
    }
    static std::uint64_t bit(unsigned reg) { return std::uint64_t{1} << reg; }
    /// The register that the mode of operand `n` changes.
    std::uint64_t changed(unsigned n) const {
        switch (operand(n).mode) {
        case Mode::skip:
        case Mode::increment:
        case Mode::increment_at:
        case Mode::decrement: return bit(r0 + operand(n).reg);
        case Mode::stack: return moves_stack(n) ? bit(sp_register) : 0;
        default: return 0;
        }
    }
    /// Whether operand `n` is a push or a pop. The second of two operands stays on the stack for
    /// the result.
    bool moves_stack(unsigned n) const {
        const Use use = slot(n).use;
        return use == Use::write || (use != Use::address && (n == 0 || in_.count == 3));
    }
    /// Registers that operand `n` reads or writes; offsets to SP use its value before the
    /// instruction.
    std::uint64_t named(unsigned n) const {
        const unsigned reg = r0 + operand(n).reg;
        switch (operand(n).mode) {
        case Mode::indirect:
        case Mode::offset:
        case Mode::offset_at:
        case Mode::increment:
        case Mode::increment_at:
        case Mode::decrement: return bit(reg);
        case Mode::skip: return bit(reg) | bit(next_of(reg));
        case Mode::reg: return bit(reg) | (slot(n).bytes == 8 ? bit(next_of(reg)) : 0);
        case Mode::stack: return bit(sp_register);
        default: return 0;
        }
    }
    /// The register that the mode of operand `n` adds, and the registers that operand `k` writes.
    std::uint64_t added(unsigned n) const {
        return operand(n).mode == Mode::skip ? bit(next_of(r0 + operand(n).reg)) : 0;
    }
    std::uint64_t written(unsigned k) const {
        const Use use = slot(k).use;
        const bool writes = use == Use::write || use == Use::modify;
        return operand(k).mode == Mode::reg && writes ? named(k) : 0;
    }
    /// Whether no operand's mode changes a register of another operand, so that updates can come
    /// last.
    bool is_independent() const {
        for (unsigned n = 0; n < in_.count; ++n)
            for (unsigned k = 0; k < in_.count; ++k)
                if (n != k && (changed(n) & named(k) || added(n) & written(k))) return false;
        return true;
    }

    /// Locates operand `n`. False: it cannot be lifted.
    bool place(unsigned n, Place &at) {
        const Operand &o = operand(n);
        const unsigned bytes = slot(n).bytes;
        const auto value = static_cast<std::uint32_t>(o.value);
        const unsigned reg = r0 + o.reg;
        unsigned base = 0;
        std::uint32_t offset = 0;
        switch (o.mode) {
        case Mode::literal:
        case Mode::immediate:
            at = {temporary(), false};
            return op(UopCode::ADDIU, at.reg, 0, 0, value);
        case Mode::reg: at = {reg, false}; return true;
        case Mode::skip:
            change(reg, next_of(reg), 0);
            base = reg;
            break;
        case Mode::increment:
            change(reg, 0, bytes);
            base = reg;
            break;
        case Mode::increment_at:
            change(reg, 0, 4);
            base = reg;
            break;
        case Mode::decrement:
            change(reg, 0, 0 - bytes);
            base = reg;
            offset = 0 - bytes;
            break;
        case Mode::indirect: base = reg; break;
        case Mode::offset:
        case Mode::offset_at:
            base = reg;
            offset = value;
            break;
        case Mode::pc_offset:
        case Mode::pc_offset_at: offset = pc_ + value; break;
        case Mode::sp_offset:
        case Mode::sp_offset_at: // of the stack pointer before the instruction
            base = sp_register;
            offset = value;
            break;
        case Mode::direct:
        case Mode::direct_at: offset = value; break;
        case Mode::stack:
            base = sp_register;
            if (slot(n).use == Use::write) offset = 0 - bytes;
            if (moves_stack(n)) change(sp_register, 0, offset ? offset : bytes);
            break;
        }
        if (o.is_deferred()) {
            const unsigned pointer = temporary(), word = temporary();
            if (!call(address_4, pointer, base, 0, offset) || !op(UopCode::LW_LE, word, pointer, 0))
                return false;
            base = word;
            offset = 0;
        }
        at = {temporary(), true};
        return at.reg != sink && call(address_of(bytes), at.reg, base, 0, offset);
    }
    static unsigned next_of(unsigned reg) { return r0 + ((reg - r0 + 1) & 15u); }

    /// Loads an operand of up to four bytes into a register.
    bool load(const Place &at, unsigned bytes, unsigned &reg) {
        if (!at.memory) {
            reg = at.reg;
            return true;
        }
        reg = temporary();
        const UopCode code = bytes == 1   ? UopCode::LBU
                             : bytes == 2 ? UopCode::LHU_LE
                                          : UopCode::LW_LE;
        return reg != sink && op(code, reg, at.reg, 0);
    }
    bool store(const Place &at, unsigned bytes, unsigned reg) {
        const UopCode code = bytes == 1   ? UopCode::SB
                             : bytes == 2 ? UopCode::SH_LE
                                          : UopCode::SW_LE;
        return op(code, sink, at.reg, reg);
    }
    bool finish() {
        for (unsigned i = 0; i < changes_count_; ++i) {
            const Change &change = changes_[i];
            if (change.by ? !op(UopCode::ADDU, change.reg, change.reg, change.by)
                          : !op(UopCode::ADDIU, change.reg, change.reg, 0, change.bytes))
                return false;
        }
        return true;
    }

    bool move() {
        Place from, to;
        unsigned value = 0;
        const unsigned size = slot(0).bytes, bytes = slot(1).bytes;
        if (!place(0, from) || !load(from, size, value) || !place(1, to)) return false;
        if (to.memory) {
            if (size != bytes && !from.memory) { // zero-extended, from a register or a constant
                const unsigned cut = temporary();
                if (!op(UopCode::ANDI, cut, value, 0, static_cast<std::uint32_t>(mask(size))))
                    return false;
                value = cut;
            }
            return store(to, bytes, value) && finish();
        }
        UopCode code = UopCode::ANDI; // movu
        std::uint32_t imm = static_cast<std::uint32_t>(mask(size));
        if (in_.row->op == Op::mov) {
            code = size == 1   ? UopCode::EXTEND_BYTE
                   : size == 2 ? UopCode::EXTEND_HALF
                               : UopCode::ADDIU;
            imm = 0;
        }
        return op(code, to.reg, value, 0, imm) && finish();
    }
    bool move_pair() {
        Place from, to;
        if (operand(0).is_constant() || !place(0, from)) return false;
        unsigned low = from.reg, high = from.memory ? 0 : next_of(from.reg);
        if (from.memory) {
            low = temporary(), high = temporary();
            if (high == sink || !op(UopCode::LW_LE, low, from.reg, 0) ||
                !op(UopCode::LW_LE, high, from.reg, 0, 4))
                return false;
        }
        if (!place(1, to)) return false;
        if (to.memory)
            return op(UopCode::SW_LE, sink, to.reg, low) &&
                   op(UopCode::SW_LE, sink, to.reg, high, 4) && finish();
        if (!from.memory) return false; // register pairs may overlap
        return op(UopCode::ADDIU, to.reg, low, 0) && op(UopCode::ADDIU, next_of(to.reg), high, 0) &&
               finish();
    }
    bool compares() {
        Place first, second;
        unsigned a = 0, b = 0;
        return place(0, first) && load(first, slot(0).bytes, a) && place(1, second) &&
               load(second, slot(1).bytes, b) &&
               call(flags_of, sink, a, b, packed(in_.row->op, slot(0).bytes, slot(1).bytes)) &&
               finish();
    }
    bool computes() {
        Place first, second, to;
        unsigned a = 0, b = 0;
        const unsigned last = in_.count - 1u, size = slot(0).bytes, bytes = slot(last).bytes;
        const std::uint32_t how = packed(in_.row->op, size, bytes);
        if (!place(0, first) || !load(first, size, a)) return false;
        if (in_.count == 3 && (!place(1, second) || !load(second, slot(1).bytes, b))) return false;
        if (!place(last, to)) return false;
        if (in_.count == 2 && slot(1).use == Use::modify && !load(to, bytes, b)) return false;
        if (!to.memory) return call(make, to.reg, a, b, how) && finish();
        const unsigned value = temporary();
        return value != sink && call(value_of, value, a, b, how) && store(to, bytes, value) &&
               call(flags_of, sink, a, b, how) && finish();
    }
    bool status() {
        Place from;
        unsigned value = 0;
        return place(0, from) && load(from, 4, value) && call(load_flags, sink, value, 0) &&
               finish();
    }

    bool is_known() const {
        const Mode mode = operand(0).mode;
        return mode == Mode::literal || mode == Mode::pc_offset || mode == Mode::direct;
    }
    bool branch() {
        if (!is_known()) return false;
        const auto bits = [&](UopCode code, std::uint32_t flags) {
            group_.branch(code, psw_register, 0, flags);
            return true;
        };
        switch (in_.row->op) {
        case Op::bv: return bits(UopCode::BITS, psw::v);
        case Op::bnv: return bits(UopCode::NO_BITS, psw::v);
        case Op::be: return bits(UopCode::BITS, psw::z);
        case Op::bne: return bits(UopCode::NO_BITS, psw::z);
        case Op::bl: return bits(UopCode::BITS, psw::n);
        case Op::bge: return bits(UopCode::NO_BITS, psw::n);
        case Op::ble: return bits(UopCode::BITS, psw::n | psw::z);
        case Op::bg: return bits(UopCode::NO_BITS, psw::n | psw::z);
        case Op::blu: return bits(UopCode::BITS, psw::c | psw::u);
        case Op::bleu: return bits(UopCode::BITS, psw::c | psw::z | psw::u);
        default: break;
        }
        const unsigned holds = temporary();
        if (!call(condition, holds, 0, 0, static_cast<std::uint32_t>(in_.row->op))) return false;
        group_.branch(UopCode::BNE, holds, 0);
        return true;
    }
    /// JMP, and CALL, which pushes its return address. `(r)` is an absolute address.
    bool jump() {
        const bool indirect = operand(0).mode == Mode::indirect;
        if (!is_known() && !indirect) return false;
        const unsigned target = temporary();
        if (indirect && !op(UopCode::ADDIU, target, r0 + operand(0).reg, 0)) return false;
        if (in_.row->op == Op::call) {
            const unsigned top = temporary(), next = temporary();
            if (!call(address_4, top, sp_register, 0, 0u - 4) ||
                !op(UopCode::ADDIU, next, 0, 0, pc_ + in_.length) ||
                !op(UopCode::SW_LE, sink, top, next) ||
                !op(UopCode::ADDIU, sp_register, sp_register, 0, 0u - 4))
                return false;
        }
        indirect ? group_.jump_to(target) : group_.jump();
        return true;
    }
    bool back() {
        const unsigned top = temporary(), target = temporary();
        if (!call(address_4, top, sp_register, 0) || !op(UopCode::LW_LE, target, top, 0) ||
            !op(UopCode::ADDIU, sp_register, sp_register, 0, 4))
            return false;
        group_.jump_to(target);
        return true;
    }

    const Instruction &in_;
    std::uint32_t pc_;
    UopBuilder &group_;
    unsigned next_ = engine::first_temporary;
    std::array<Change, 3> changes_{};
    unsigned changes_count_ = 0;
};

} // namespace

void lift(const Instruction &in, std::uint32_t pc, UopBuilder &group) {
    if (in.bad != Bad::none || !Lifter(in, pc, group).run()) group.clear();
}

std::span<const engine::Function> functions() {
    static constexpr engine::Function all[] = {
        find_address<1>, find_address<2>, find_address<4>, find_address<8>, make_both,
        make_value,      make_flags,      take_flags,      meets,
    };
    return all;
}

} // namespace inlet::ncube
