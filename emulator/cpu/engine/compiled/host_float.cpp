#include "cpu/engine/compiled/host_float.h"

#include "cpu/engine/compiled/operations.h"

namespace inlet::engine {

namespace {

/// Bits of the status word; the exceptions are those that the control word masks, too.
constexpr std::uint32_t exceptions = 0x3F, summary = 0x80, c1 = 0x200, conditions = 0x4700;

} // namespace

std::uint16_t take_host_float(const State &state, const FloatStackUse &use) {
    std::uint16_t kept = 0, status = 0;
    asm volatile("fnstcw %0\n\tfnstsw %1" : "=m"(kept), "=m"(status));
    if (status & exceptions & ~state.r[use.status]) asm volatile("fnclex");
    const auto control = static_cast<std::uint16_t>(state.r[use.control]);
    if ((control & 0xFF) == all_masked) asm volatile("fldcw %0" : : "m"(control));
    return kept;
}

void give_host_float(std::uint16_t control) {
    // With an exception of the guest, the host's next instruction of x87 would be a fault.
    if (~control & exceptions) asm volatile("fnclex");
    asm volatile("fldcw %0" : : "m"(control));
}

namespace {

/// Writes one operation. Each leaves the host's registers as empty as it found them.
class FloatWork {
  public:
    FloatWork(Emitter &e, const Uop &op)
        : e_(e), f_(*e.floats), op_(op), do_(f_.operation(op)), done_(e.a.newLabel()) {}

    void emit() {
        e_.forget_flags();
        switch (do_.kind) {
        case FloatOperation::load: load(); break;
        case FloatOperation::arithmetic: arithmetic(); break;
        case FloatOperation::compare: compare(); break;
        case FloatOperation::value: value(); break;
        case FloatOperation::finish: finish(); break;
        case FloatOperation::negate:
        case FloatOperation::magnitude: change_sign(); break;
        case FloatOperation::test:
        case FloatOperation::root:
        case FloatOperation::integral: on_top(); break;
        case FloatOperation::exchange: exchange(); break;
        case FloatOperation::copy: copy(); break;
        case FloatOperation::wait: usable(); break;
        case FloatOperation::status:
            e_.a.mov(a1, word(f_.top));
            e_.a.shl(a1, 11);
            e_.a.or_(a1, word(f_.status));
            e_.set(op_.to, a1);
            break;
        case FloatOperation::control:
            e_.a.mov(a1, word(f_.control));
            e_.set(op_.to, a1);
            break;
        case FloatOperation::modes:
            e_.call(e_.functions[op_.c], op_, true);
            modes();
            break;
        case FloatOperation::none: break;
        }
        e_.a.bind(done_);
    }

  private:
    static x86::Mem word(unsigned number) { return field(offsetof(State, r) + 4 * number); }
    static x86::Mem byte(unsigned number) {
        return x86::byte_ptr(state, static_cast<std::int32_t>(offsetof(State, r) + 4 * number));
    }
    /// Of a number's place, times three.
    x86::Mem number(const Gp &place) const {
        return x86::ptr(state, place.r64(), 2,
                        static_cast<std::int32_t>(offsetof(State, r) + 4 * f_.numbers), 10);
    }
    void triple(const Gp &to, const Gp &place) {
        e_.a.lea(to.r64(), x86::ptr(place.r64(), place.r64(), 1));
    }

    /// Where the function does the work: exceptions that are not masked, numbers that are missing.
    Label slow() {
        if (!slow_.isValid())
            slow_ = e_.cold([&e = e_, &op = op_, bail = e_.bail(), done = done_] {
                e.call(e.functions[op.c], op, true, bail);
                e.a.jmp(done);
            });
        return slow_;
    }
    /// The host's modes become the guest's, and its exceptions none.
    void modes() {
        const Label unmasked = e_.a.newLabel();
        e_.a.fnclex();
        e_.a.cmp(byte(f_.control), all_masked);
        e_.a.jne(unmasked);
        x86::Mem control = word(f_.control);
        control.setSize(2);
        e_.a.fldcw(control);
        e_.a.bind(unmasked);
    }

    void usable() {
        e_.a.cmp(byte(f_.control), all_masked);
        e_.a.jne(slow());
        e_.a.test(byte(f_.status), summary);
        e_.a.jnz(slow());
    }
    /// ecx becomes the top's place, a1 the tags.
    void take_top() {
        e_.a.mov(a2, word(f_.top));
        e_.a.mov(a1, word(f_.tags));
    }
    void must_be_there(const Gp &place) {
        e_.a.bt(a1, place);
        e_.a.jnc(slow());
    }
    /// edx becomes the place of number `index`; ecx is the top's.
    void take_index() {
        e_.a.lea(a3, x86::ptr(x86::rcx, signed_imm(do_.index)));
        e_.a.and_(a3, 7);
    }
    /// The same; it is there, and a1 are the tags.
    void take_operand() {
        take_index();
        must_be_there(a3);
    }
    /// ecx is the top's place.
    void pop() {
        if (!do_.pops) return;
        e_.a.mov(a1, word(f_.tags));
        for (unsigned i = 0; i < do_.pops; ++i) {
            e_.a.btr(a1, a2);
            e_.a.add(a2, 1);
            e_.a.and_(a2, 7);
        }
        e_.a.mov(word(f_.tags), a1);
        e_.a.mov(word(f_.top), a2);
    }
    /// The guest's status word takes exceptions and C1 of a1. Changes a3.
    void note() { note(c1, exceptions | c1); }
    void note_conditions() { note(conditions, exceptions | (conditions & ~c1)); }
    void note(std::uint32_t replaced, std::uint32_t taken) {
        e_.a.mov(a3, word(f_.status));
        e_.a.and_(a1, signed_imm(taken));
        e_.a.and_(a3, signed_imm(~replaced));
        e_.a.or_(a1, a3);
        e_.a.mov(word(f_.status), a1);
    }
    void note_nothing() { e_.a.and_(word(f_.status), signed_imm(~c1)); }

    /// The operand's words become memory of this format. Changes a1 and a3.
    x86::Mem operand() {
        x86::Mem at = word(f_.operand);
        switch (do_.format) {
        case FloatOperation::real8:
        case FloatOperation::int8: // as one: a wide load would wait for two stores
            at.setSize(8);
            e_.copy(a1, f_.operand);
            e_.copy(a3, f_.operand + 1);
            e_.a.shl(x86::rdx, 32);
            e_.a.or_(x86::rax, x86::rdx);
            e_.a.mov(at, x86::rax);
            break;
        case FloatOperation::int2: at.setSize(2); [[fallthrough]];
        default:
            if (const Gp *home = e_.home(f_.operand)) e_.a.mov(word(f_.operand), *home);
        }
        return at;
    }
    bool of_integers() const {
        return do_.format == FloatOperation::int2 || do_.format == FloatOperation::int4 ||
               do_.format == FloatOperation::int8;
    }
    bool in_stack() const { return do_.format == FloatOperation::stack; }

    void load() {
        usable();
        x86::Mem from;
        if (!in_stack() && do_.format != FloatOperation::constant) from = operand();
        take_top();
        if (in_stack()) {
            take_operand();
            triple(a3, a3);
        }
        e_.a.sub(a2, 1);
        e_.a.and_(a2, 7);
        e_.a.bts(a1, a2);
        e_.a.jc(slow()); // full
        e_.a.mov(word(f_.tags), a1);
        e_.a.mov(word(f_.top), a2);
        triple(a2, a2);
        if (do_.format == FloatOperation::constant)
            constant();
        else if (in_stack())
            e_.a.fld(number(a3));
        else if (of_integers())
            e_.a.fild(from);
        else
            e_.a.fld(from);
        const bool raises =
            do_.format == FloatOperation::real4 || do_.format == FloatOperation::real8;
        if (raises) e_.a.fnstsw(x86::ax);
        e_.a.fstp(number(a2));
        raises ? note() : note_nothing();
    }
    void constant() {
        constexpr Inst::Id ids[] = {Inst::kIdFld1,  Inst::kIdFldl2t, Inst::kIdFldl2e,
                                    Inst::kIdFldpi, Inst::kIdFldlg2, Inst::kIdFldln2,
                                    Inst::kIdFldz};
        e_.a.emit(ids[do_.index]);
    }

    /// Of two operands: the number of the top in a2. The other one is in memory, at the address
    /// returned, or in the stack, with its place in a3.
    x86::Mem operands() {
        usable();
        x86::Mem from;
        if (!in_stack()) from = operand();
        take_top();
        must_be_there(a2);
        if (in_stack()) {
            take_operand();
            triple(a3, a3);
        }
        return from;
    }

    void arithmetic() {
        // By FloatOperation::Sum: of memory, of an integer, of the top and the one below.
        constexpr Inst::Id of_memory[] = {Inst::kIdFadd,  Inst::kIdFmul, Inst::kIdFsub,
                                          Inst::kIdFsubr, Inst::kIdFdiv, Inst::kIdFdivr};
        constexpr Inst::Id of_integer[] = {Inst::kIdFiadd,  Inst::kIdFimul, Inst::kIdFisub,
                                           Inst::kIdFisubr, Inst::kIdFidiv, Inst::kIdFidivr};
        constexpr Inst::Id of_two[] = {Inst::kIdFaddp,  Inst::kIdFmulp, Inst::kIdFsubp,
                                       Inst::kIdFsubrp, Inst::kIdFdivp, Inst::kIdFdivrp};
        const x86::Mem from = operands();
        if (in_stack()) {
            triple(a1, a2);
            e_.a.fld(number(do_.to_index ? a3 : a1));
            e_.a.fld(number(do_.to_index ? a1 : a3));
            e_.a.emit(of_two[do_.sum], x86::st(1));
        } else {
            triple(a3, a2);
            e_.a.fld(number(a3));
            e_.a.emit((of_integers() ? of_integer : of_memory)[do_.sum], from);
        }
        e_.a.fnstsw(x86::ax);
        if (in_stack() && !do_.to_index) triple(a3, a2);
        e_.a.fstp(number(a3));
        note();
        pop();
    }

    void compare() {
        const x86::Mem from = operands();
        if (in_stack()) {
            e_.a.fld(number(a3));
        }
        triple(a3, a2);
        e_.a.fld(number(a3));
        if (in_stack())
            do_.unordered ? e_.a.fucompp() : e_.a.fcompp();
        else if (of_integers())
            e_.a.ficomp(from);
        else
            e_.a.fcomp(from);
        e_.a.fnstsw(x86::ax);
        note_conditions();
        pop();
    }

    /// What the store finds keeps its exceptions in the frame until finish().
    void value() {
        x86::Mem to = word(f_.operand);
        to.setSize(do_.format == FloatOperation::int2 ? 2 : wide() ? 8 : 4);
        usable();
        take_top();
        must_be_there(a2);
        triple(a2, a2);
        e_.a.fld(number(a2));
        if (of_integers())
            e_.a.fistp(to);
        else
            e_.a.fstp(to);
        e_.a.fnstsw(x86::ax);
        e_.a.mov(status_of_value(), x86::ax);
        for (unsigned i = 0; i < (wide() ? 2u : 1u); ++i)
            if (const Gp *home = e_.home(f_.operand + i)) e_.a.mov(*home, word(f_.operand + i));
    }
    bool wide() const {
        return do_.format == FloatOperation::real8 || do_.format == FloatOperation::int8;
    }
    static x86::Mem status_of_value() { return x86::word_ptr(x86::rsp, at_float); }
    /// The same conditions as value() has: nothing between them changes the stack.
    void finish() {
        usable();
        take_top();
        must_be_there(a2);
        e_.a.movzx(a1, status_of_value());
        note();
        pop();
    }

    void change_sign() {
        usable();
        take_top();
        must_be_there(a2);
        triple(a2, a2);
        x86::Mem sign = number(a2).cloneAdjusted(9);
        sign.setSize(1);
        if (do_.kind == FloatOperation::negate)
            e_.a.xor_(sign, 0x80);
        else
            e_.a.and_(sign, 0x7F);
        note_nothing();
    }
    void on_top() {
        usable();
        take_top();
        must_be_there(a2);
        triple(a2, a2);
        e_.a.fld(number(a2));
        switch (do_.kind) {
        case FloatOperation::test: e_.a.ftst(); break;
        case FloatOperation::root: e_.a.fsqrt(); break;
        default: e_.a.frndint(); break;
        }
        e_.a.fnstsw(x86::ax);
        if (do_.kind == FloatOperation::test) {
            e_.a.fstp(x86::st(0));
            note_conditions();
        } else {
            e_.a.fstp(number(a2));
            note();
        }
    }
    void exchange() {
        usable();
        take_top();
        must_be_there(a2);
        take_operand();
        triple(a2, a2);
        triple(a3, a3);
        e_.a.fld(number(a2));
        e_.a.fld(number(a3));
        e_.a.fstp(number(a2));
        e_.a.fstp(number(a3));
        note_nothing();
    }
    void copy() {
        usable();
        take_top();
        must_be_there(a2);
        take_index();
        e_.a.bts(a1, a3);
        e_.a.mov(word(f_.tags), a1);
        triple(a3, a3);
        triple(a1, a2);
        e_.a.fld(number(a1));
        e_.a.fstp(number(a3));
        note_nothing();
        pop();
    }

    Emitter &e_;
    const FloatStackUse &f_;
    const Uop &op_;
    const FloatOperation do_;
    const Label done_;
    Label slow_; ///< not valid until it is used
};

} // namespace

bool emit_float_stack(Emitter &e, const Uop &op) {
    if (!e.floats || op.code != UopCode::CALL) return false;
    if (e.floats->operation(op).kind == FloatOperation::none) return false;
    e.use_host_float();
    FloatWork(e, op).emit();
    return true;
}

} // namespace inlet::engine
