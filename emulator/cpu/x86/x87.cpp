// x87 instructions (SDM 1, chapter 8; SDM 2), as functions for all tiers.
#include "cpu/engine/float_stack.h"
#include "cpu/x86/extended.h"
#include "cpu/x86/functions.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "cpu/x86/x87_stack.h"

#include <optional>

namespace inlet::x86 {

using engine::State;
using engine::Uop;

namespace {

constexpr std::uint32_t stack_fault = fsw::invalid | fsw::stack;

unsigned field_of(const Uop &op, unsigned from, unsigned bits) {
    return op.imm >> from & ((1u << bits) - 1);
}
FloatFormat format_of(const Uop &op) {
    return static_cast<FloatFormat>(field_of(op, float_imm::format, 3));
}

/// The next waiting instruction raises an unmasked exception.
bool waits(State &s) {
    if (!FloatStack(s).pending()) return true;
    s.fault = Fault{FaultKind::float_exception, 0, s.now, s.pc, 0};
    return false;
}

/// The number in the operand words.
Rounded operand(const State &s, FloatFormat format) {
    const std::uint32_t low = s.r[operand_1];
    const std::uint64_t both = std::uint64_t{s.r[operand_2]} << 32 | low;
    switch (format) {
    case FloatFormat::real4: return from_single(low);
    case FloatFormat::real8: return from_double(both);
    case FloatFormat::real10: return {{both, static_cast<std::uint16_t>(s.r[operand_3])}, 0};
    case FloatFormat::int2: return {from_integer(static_cast<std::int16_t>(low)), 0};
    case FloatFormat::int4: return {from_integer(static_cast<std::int32_t>(low)), 0};
    default: return {from_integer(static_cast<std::int64_t>(both)), 0};
    }
}

/// The same for arithmetic, which sees a signaling NaN as it is and reports it itself.
Rounded operand_of_arithmetic(const State &s, FloatFormat format) {
    constexpr std::uint64_t quiet = std::uint64_t{1} << 62;
    Rounded from = operand(s, format);
    if (from.status & fsw::invalid) from.value.mantissa &= ~quiet;
    from.status &= fsw::denormal;
    return from;
}

/// A constant rounded to 64 bits, with the rounding mode where FLDPI and similar instructions use
/// it (SDM 2).
Extended constant(unsigned number, std::uint32_t control) {
    const std::uint32_t mode = control >> 10 & 3;
    const auto rounded = [&](std::uint64_t nearest, bool nearest_is_above, unsigned exponent) {
        const bool wants_up = mode == 2, wants_down = mode == 1 || mode == 3;
        if (nearest_is_above && wants_down) --nearest;
        if (!nearest_is_above && wants_up) ++nearest;
        return Extended{nearest, static_cast<std::uint16_t>(exponent)};
    };
    switch (number) {
    case 0: return {0x8000000000000000, 0x3FFF};
    case 1: return rounded(0xD49A784BCD1B8AFE, false, 0x4000); // log2 10
    case 2: return rounded(0xB8AA3B295C17F0BC, true, 0x3FFF);  // log2 e
    case 3: return rounded(0xC90FDAA22168C235, true, 0x4000);  // pi
    case 4: return rounded(0x9A209A84FBCFF799, true, 0x3FFD);  // log10 2
    case 5: return rounded(0xB17217F7D1CF79AC, true, 0x3FFE);  // ln 2
    default: return {0, 0};
    }
}

bool push(State &s, const Rounded &value) {
    FloatStack st(s);
    if (st.stops(value.status)) {
        st.note(value.status);
        return true;
    }
    st.turn(7);
    const bool full = !st.empty(0);
    if (full) {
        st.note(stack_fault | fsw::c1);
        if (st.stops(fsw::invalid))
            st.turn(1);
        else
            st.set(0, indefinite);
        return true;
    }
    st.set(0, value.value);
    st.note(value.status);
    return true;
}

} // namespace

std::uint32_t FloatStack::tags() const {
    std::uint32_t tags = 0;
    for (unsigned i = 0; i < 8; ++i) {
        const Extended value = physical(i);
        std::uint32_t tag = 0;
        if (!(r_[ftag_register] >> i & 1))
            tag = 3;
        else if (class_of(value) == FloatClass::zero)
            tag = 1;
        else if (class_of(value) != FloatClass::normal || is_denormal(value))
            tag = 2;
        tags |= tag << 2 * i;
    }
    return tags;
}

void FloatStack::set_tags(std::uint32_t tags) {
    r_[ftag_register] = 0;
    for (unsigned i = 0; i < 8; ++i)
        if ((tags >> 2 * i & 3) != 3) r_[ftag_register] |= 1u << i;
}

bool fload(State &s, const Uop &op) {
    if (!waits(s)) return false;
    FloatStack st(s);
    const FloatFormat format = format_of(op);
    const unsigned index = field_of(op, float_imm::index, 3);
    if (format == FloatFormat::constant) return push(s, {constant(index, st.control()), 0});
    if (format != FloatFormat::stack) return push(s, operand(s, format));
    if (!st.empty(index)) return push(s, {st.get(index), 0});
    return push(s, {indefinite, stack_fault});
}

bool farithmetic(State &s, const Uop &op) {
    if (!waits(s)) return false;
    FloatStack st(s);
    const unsigned operation = field_of(op, float_imm::operation, 3),
                   index = field_of(op, float_imm::index, 3),
                   pops = field_of(op, float_imm::pops, 2);
    const bool to_index = field_of(op, float_imm::to_index, 1),
               unordered = field_of(op, float_imm::unordered, 1);
    const bool in_stack = format_of(op) == FloatFormat::stack;
    const bool compares = operation == 2 || operation == 3;
    const auto pop = [&] {
        for (unsigned i = 0; i < pops; ++i) st.pop();
        return true;
    };
    if (st.empty(0) || (in_stack && st.empty(index))) {
        if (compares)
            st.note_conditions(stack_fault | fsw::c0 | fsw::c2 | fsw::c3);
        else
            st.note(stack_fault);
        if (st.stops(fsw::invalid)) return true;
        if (!compares) st.set(to_index ? index : 0, indefinite);
        return pop();
    }
    const Rounded from =
        in_stack ? Rounded{st.get(index), 0} : operand_of_arithmetic(s, format_of(op));
    const Extended top = st.get(0);
    // A denormal operand is not reported beside a NaN or a division by zero (SDM 1, 4.9.2).
    const std::uint32_t denormal = class_of(top) <= FloatClass::infinity ? from.status : 0;
    if (compares) {
        const std::uint32_t status = compare(top, from.value, !unordered) | denormal;
        st.note_conditions(status);
        return st.stops(status) ? true : pop();
    }
    // Of FSUB ST(i), ST(0) the first operand is ST(i).
    const Extended &a = to_index ? from.value : top, &b = to_index ? top : from.value;
    const std::uint32_t control = st.control();
    Rounded done;
    switch (operation) {
    case 0: done = add(a, b, control); break;
    case 1: done = multiply(a, b, control); break;
    case 4: done = subtract(a, b, control); break;
    case 5: done = subtract(b, a, control); break;
    case 6: done = divide(a, b, control); break;
    default: done = divide(b, a, control); break;
    }
    if (!(done.status & fsw::by_zero)) done.status |= denormal;
    st.note(done.status);
    if (st.stops(done.status)) return true;
    st.set(to_index ? index : 0, done.value);
    return pop();
}

namespace {

/// The value that a store writes.
Stored stored(const FloatStack &st, FloatFormat format) {
    const bool empty = st.empty(0);
    const Extended value = empty ? indefinite : st.get(0);
    Stored done;
    switch (format) {
    case FloatFormat::real4: done = to_single(value, st.control()); break;
    case FloatFormat::real8: done = to_double(value, st.control()); break;
    case FloatFormat::real10: done = {value.mantissa, 0}; break;
    case FloatFormat::int2: done = to_integer(value, 2, st.control()); break;
    case FloatFormat::int4: done = to_integer(value, 4, st.control()); break;
    default: done = to_integer(value, 8, st.control()); break;
    }
    if (empty) done.status = stack_fault;
    return done;
}

} // namespace

bool fvalue(State &s, const Uop &op) {
    if (!waits(s)) return false;
    const FloatStack st(s);
    const Stored done = stored(st, format_of(op));
    s.r[operand_1] = static_cast<std::uint32_t>(done.bits);
    s.r[operand_2] = static_cast<std::uint32_t>(done.bits >> 32);
    s.r[operand_3] = st.empty(0) ? indefinite.high : st.get(0).high;
    return true;
}

bool ffinish(State &s, const Uop &op) {
    FloatStack st(s);
    const Stored done = stored(st, format_of(op));
    st.note(done.status);
    if (field_of(op, float_imm::pops, 2) && !st.stops(done.status)) st.pop();
    return true;
}

bool fcontrol(State &s, const Uop &op) {
    FloatStack(s).set_control(s.r[op.a]);
    return true;
}

bool fstatus(State &s, const Uop &op) {
    const FloatStack st(s);
    s.r[op.to] = op.imm ? st.status() : st.control();
    return true;
}

namespace {

/// C3, C2, C0 and in C1 the sign (SDM 2, FXAM).
std::uint32_t examined(const FloatStack &st) {
    const Extended value = st.get(0);
    const std::uint32_t sign = value.sign() ? fsw::c1 : 0;
    if (st.empty(0)) return sign | fsw::c3 | fsw::c0;
    switch (class_of(value)) {
    case FloatClass::zero: return sign | fsw::c3;
    case FloatClass::normal: return sign | fsw::c2 | (is_denormal(value) ? fsw::c3 : 0u);
    case FloatClass::infinity: return sign | fsw::c2 | fsw::c0;
    case FloatClass::quiet:
    case FloatClass::signaling: return sign | fsw::c0;
    default: return sign;
    }
}

/// An operation on ST(0), for some also on ST(1).
bool on_top(FloatStack &st, FloatOther what) {
    const bool two =
        what == FloatOther::fscale || what == FloatOther::fprem || what == FloatOther::fprem1;
    if (st.empty(0) || (two && st.empty(1))) {
        if (what == FloatOther::ftst)
            st.note_conditions(stack_fault | fsw::c0 | fsw::c2 | fsw::c3);
        else
            st.note(stack_fault);
        if (what != FloatOther::ftst && !st.stops(fsw::invalid)) st.set(0, indefinite);
        return true;
    }
    const std::uint32_t control = st.control();
    Extended a = st.get(0);
    Rounded done;
    switch (what) {
    case FloatOther::fchs:
        a.high ^= 0x8000;
        done = {a, 0};
        break;
    case FloatOther::fabs:
        a.high &= 0x7FFF;
        done = {a, 0};
        break;
    case FloatOther::ftst: st.note_conditions(compare(a, {0, 0}, true)); return true;
    case FloatOther::fsqrt: done = square_root(a, control); break;
    case FloatOther::frndint: done = to_integral(a, control); break;
    case FloatOther::fscale: done = scale(a, st.get(1), control); break;
    default: {
        done = remainder(a, st.get(1), what == FloatOther::fprem1);
        if (!(done.status & fsw::invalid))
            st.note_conditions(done.status);
        else
            st.note(done.status);
        if (!st.stops(done.status)) st.set(0, done.value);
        return true;
    }
    }
    st.note(done.status);
    if (!st.stops(done.status)) st.set(0, done.value);
    return true;
}

bool exchange(FloatStack &st, unsigned index) {
    if (st.empty(0) || st.empty(index)) {
        st.note(stack_fault);
        if (st.stops(fsw::invalid)) return true;
        for (const unsigned i : {0u, index})
            if (st.empty(i)) st.set(i, indefinite);
    } else {
        st.note(0);
    }
    const Extended value = st.get(0);
    st.set(0, st.get(index));
    st.set(index, value);
    return true;
}

} // namespace

bool fother(State &s, const Uop &op) {
    const auto what = static_cast<FloatOther>(op.imm & 0xFF);
    const unsigned index = op.imm >> 8 & 7;
    FloatStack st(s);
    switch (what) { // instructions that do not wait
    case FloatOther::fnclex: st.clear_exceptions(); return true;
    case FloatOther::fninit: st.reset(); return true;
    default: break;
    }
    if (!waits(s)) return false;
    switch (what) {
    case FloatOther::fwait: return true;
    case FloatOther::fxam: st.note_conditions(examined(st)); return true;
    case FloatOther::fincstp:
    case FloatOther::fdecstp:
        st.turn(what == FloatOther::fincstp ? 1 : 7);
        st.note(0);
        return true;
    case FloatOther::ffree: st.free(index); return true;
    case FloatOther::fxch: return exchange(st, index);
    case FloatOther::copy:
    case FloatOther::copy_pop: {
        const bool empty = st.empty(0);
        st.note(empty ? stack_fault : 0);
        if (empty && st.stops(fsw::invalid)) return true;
        st.set(index, empty ? indefinite : st.get(0));
        if (what == FloatOther::copy_pop) st.pop();
        return true;
    }
    default: return on_top(st, what);
    }
}

namespace {

using engine::FloatOperation;

std::optional<FloatOperation::Format> compiled_format(FloatFormat format) {
    switch (format) {
    case FloatFormat::real4: return FloatOperation::real4;
    case FloatFormat::real8: return FloatOperation::real8;
    case FloatFormat::int2: return FloatOperation::int2;
    case FloatFormat::int4: return FloatOperation::int4;
    case FloatFormat::int8: return FloatOperation::int8;
    case FloatFormat::stack: return FloatOperation::stack;
    case FloatFormat::constant: return FloatOperation::constant;
    default: return {}; // 80 bits in memory
    }
}

FloatOperation::Kind compiled_kind(FloatOther what) {
    switch (what) {
    case FloatOther::fchs: return FloatOperation::negate;
    case FloatOther::fabs: return FloatOperation::magnitude;
    case FloatOther::ftst: return FloatOperation::test;
    case FloatOther::fsqrt: return FloatOperation::root;
    case FloatOther::frndint: return FloatOperation::integral;
    case FloatOther::fxch: return FloatOperation::exchange;
    case FloatOther::copy:
    case FloatOther::copy_pop: return FloatOperation::copy;
    case FloatOther::fwait: return FloatOperation::wait;
    case FloatOther::fnclex:
    case FloatOther::fninit: return FloatOperation::modes;
    default: return FloatOperation::none;
    }
}

FloatOperation compiled_operation(const Uop &op) {
    FloatOperation does;
    switch (op.c) {
    case call_fother: {
        const auto what = static_cast<FloatOther>(op.imm & 0xFF);
        does.kind = compiled_kind(what);
        does.index = op.imm >> 8 & 7;
        does.pops = what == FloatOther::copy_pop;
        return does;
    }
    case call_fcontrol: does.kind = FloatOperation::modes; return does;
    case call_fstatus:
        does.kind = op.imm ? FloatOperation::status : FloatOperation::control;
        return does;
    case call_fload:
    case call_farithmetic:
    case call_fvalue:
    case call_ffinish: break;
    default: return does;
    }
    const auto format = compiled_format(format_of(op));
    if (!format) return does;
    does.format = *format;
    does.index = field_of(op, float_imm::index, 3);
    does.pops = field_of(op, float_imm::pops, 2);
    does.to_index = field_of(op, float_imm::to_index, 1);
    does.unordered = field_of(op, float_imm::unordered, 1);
    if (op.c == call_farithmetic) {
        constexpr FloatOperation::Sum sums[] = {
            FloatOperation::add,      FloatOperation::multiply,
            FloatOperation::add,      FloatOperation::add,
            FloatOperation::subtract, FloatOperation::subtract_reversed,
            FloatOperation::divide,   FloatOperation::divide_reversed};
        const unsigned operation = field_of(op, float_imm::operation, 3);
        does.sum = sums[operation];
        does.kind =
            operation == 2 || operation == 3 ? FloatOperation::compare : FloatOperation::arithmetic;
    } else {
        does.kind = op.c == call_fload    ? FloatOperation::load
                    : op.c == call_fvalue ? FloatOperation::value
                                          : FloatOperation::finish;
    }
    return does;
}

} // namespace

const engine::FloatStackUse *Set::float_stack() const {
    static constexpr engine::FloatStackUse use{.numbers = st_register,
                                               .control = fcw_register,
                                               .status = fsw_register,
                                               .top = ftop_register,
                                               .tags = ftag_register,
                                               .operand = operand_1,
                                               .operation = compiled_operation};
    return &use;
}

} // namespace inlet::x86
