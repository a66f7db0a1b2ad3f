#include "cpu/ncube/arithmetic.h"

#include <algorithm>
#include <bit>

namespace inlet::ncube {

namespace {

class Computation {
  public:
    Computation(Op op, std::uint32_t psw) : op_(op), psw_(psw) {}

    Result run(std::uint64_t a, std::uint64_t b, unsigned size, unsigned bytes) {
        const std::uint64_t value = result(a & mask(size), b & mask(bytes), size, bytes);
        return {value, psw_, overflowed_, divides_by_zero_};
    }

  private:
    // --- Flags ---

    void set(std::uint32_t bit, bool on) { psw_ = on ? psw_ | bit : psw_ & ~bit; }
    /// Sets N and Z from a result, clears V and U, and keeps C.
    void logic(std::uint64_t result, unsigned bytes) {
        set(psw::n, extended(result, bytes) < 0);
        set(psw::z, (result & mask(bytes)) == 0);
        set(psw::v, false);
        set(psw::u, false);
    }
    /// Sets flags from an exact result: N is its sign, even if the stored value has another one.
    void arithmetic(std::int64_t exact, unsigned bytes) {
        set(psw::n, exact < 0);
        set(psw::z, (static_cast<std::uint64_t>(exact) & mask(bytes)) == 0);
        overflowed_ = exact != extended(static_cast<std::uint64_t>(exact), bytes);
        set(psw::v, overflowed_);
        set(psw::u, false);
    }

    void compare(std::int64_t a, std::int64_t b, std::uint64_t ua, std::uint64_t ub) {
        set(psw::c, ua < ub);
        set(psw::n, a < b);
        set(psw::z, a == b);
        set(psw::v, false);
        set(psw::u, false);
    }

    /// Computes the result of a source of `size` bytes and a destination of `bytes`.
    std::uint64_t result(std::uint64_t a, std::uint64_t b, unsigned size, unsigned bytes) {
        const std::int64_t sa = extended(a, size), sb = extended(b, bytes);
        const std::uint64_t carry = (psw_ & psw::c) != 0;
        const auto add = [&](std::uint64_t in) {
            set(psw::c, a + b + in > mask(bytes));
            arithmetic(sa + sb + static_cast<std::int64_t>(in), bytes);
            return a + b + in;
        };
        const auto subtract = [&](std::uint64_t from, std::uint64_t what, std::int64_t sfrom,
                                  std::int64_t swhat, std::uint64_t in) {
            set(psw::c, from < what + in);
            arithmetic(sfrom - swhat - static_cast<std::int64_t>(in), bytes);
            return from - what - in;
        };
        switch (op_) {
        case Op::cmp: compare(sa, sb, a, b); return 0;
        case Op::bit: logic(a & b, bytes); return 0;
        case Op::add: return add(0);
        case Op::adc: return add(carry);
        case Op::sub: return subtract(b, a, sb, sa, 0);
        case Op::sbb: return subtract(b, a, sb, sa, carry);
        case Op::sbr: return subtract(a, b, sa, sb, 0);
        case Op::neg: return subtract(0, a, 0, sa, 0);
        case Op::mul: {
            arithmetic(sa * sb, bytes); // 32 bits each, so the product is exact
            set(psw::c, (psw_ & psw::n) != 0);
            return static_cast<std::uint64_t>(sa * sb);
        }
        case Op::div: return quotient(sb, sa, bytes);
        case Op::dvr: return quotient(sa, sb, bytes);
        case Op::rem: {
            if (sa == 0) return by_zero();
            const std::int64_t left = sb % sa;
            logic(static_cast<std::uint64_t>(left), bytes);
            return static_cast<std::uint64_t>(left);
        }
        case Op::and_: logic(a & b, bytes); return a & b;
        case Op::or_: logic(a | b, bytes); return a | b;
        case Op::xor_: logic(a ^ b, bytes); return a ^ b;
        case Op::not_: logic(~a, bytes); return ~a;
        case Op::cvt:
            arithmetic(sa, bytes); // keeps C
            return static_cast<std::uint64_t>(sa);
        case Op::ffo: {
            const std::uint64_t where = a ? static_cast<unsigned>(std::countr_zero(a)) : 8u * size;
            set(psw::n, false);
            set(psw::z, a == 0);
            set(psw::v, false);
            set(psw::u, false);
            return where;
        }
        case Op::sft: return shifted(static_cast<int>(sa), b, bytes, false);
        case Op::sfa: return shifted(static_cast<int>(sa), b, bytes, true);
        case Op::rot: return rotated(static_cast<int>(sa), b, bytes);
        case Op::adcd: return decimal(a, b, carry, true);
        case Op::sbbd: return decimal(a, b, carry, false);
        default: return 0;
        }
    }

    std::uint64_t quotient(std::int64_t dividend, std::int64_t divisor, unsigned bytes) {
        if (divisor == 0) return by_zero();
        const std::int64_t exact =
            dividend / divisor; // the lowest value divided by -1 overflows to itself
        arithmetic(exact, bytes);
        return static_cast<std::uint64_t>(exact);
    }

    std::uint64_t shifted(int count, std::uint64_t b, unsigned bytes, bool keeps_sign) {
        const int width = static_cast<int>(8 * bytes);
        const std::int64_t sb = extended(b, bytes);
        std::uint64_t result = b;
        bool last = (b & 1) != 0, overflow = false;
        if (count > 0) {
            result = count >= width ? 0 : b << count;
            last = count <= width && (b >> (width - count) & 1) != 0;
            if (keeps_sign)
                overflow =
                    count >= width ? b != 0 : extended(result & mask(bytes), bytes) >> count != sb;
        } else if (count < 0) {
            const int right = std::min(-count, 63);
            result = keeps_sign ? static_cast<std::uint64_t>(sb >> right) : b >> right;
            last = keeps_sign ? (sb >> (right - 1) & 1) != 0
                              : right <= width && (b >> (right - 1) & 1) != 0;
        }
        result &= mask(bytes);
        logic(result, bytes);
        set(psw::c, last);
        if (keeps_sign) {
            set(psw::n, sb < 0); // the sign of the correct result
            set(psw::v, overflow);
            overflowed_ = overflow;
        }
        return result;
    }

    /// A positive count rotates left (000 Figure 4-9 needs it; P1 says right).
    std::uint64_t rotated(int count, std::uint64_t b, unsigned bytes) {
        const int width = static_cast<int>(8 * bytes);
        const int left = ((count % width) + width) % width;
        const std::uint64_t result =
            left ? (b << left | b >> (width - left)) & mask(bytes) : b & mask(bytes);
        logic(result, bytes);
        const bool last = count < 0 ? (result >> (width - 1) & 1) != 0 : (result & 1) != 0;
        set(psw::c, last);
        return result;
    }

    /// Adds or subtracts two decimal digits; invalid digits are not detected (P1 4.8.2).
    std::uint64_t decimal(std::uint64_t a, std::uint64_t b, std::uint64_t carry, bool adds) {
        const auto number = [](std::uint64_t x) {
            return static_cast<int>((x >> 4) * 10 + (x & 15));
        };
        int sum = adds ? number(b) + number(a) + static_cast<int>(carry)
                       : number(b) - number(a) - static_cast<int>(carry);
        const bool out = sum < 0 || sum > 99;
        sum = ((sum % 100) + 100) % 100;
        const auto result = static_cast<std::uint64_t>(sum / 10 << 4 | sum % 10);
        set(psw::c, out);
        set(psw::n, false);
        set(psw::z, result == 0);
        set(psw::v, false);
        set(psw::u, false);
        return result;
    }
    std::uint64_t by_zero() {
        divides_by_zero_ = true;
        return 0;
    }

    Op op_;
    std::uint32_t psw_;
    bool overflowed_ = false, divides_by_zero_ = false;
};

} // namespace

Result compute(Op op, std::uint64_t a, std::uint64_t b, unsigned size, unsigned bytes,
               std::uint32_t psw) {
    return Computation(op, psw).run(a, b, size, bytes);
}

bool taken(Op op, std::uint32_t status) {
    const bool c = (status & psw::c) != 0, v = (status & psw::v) != 0, z = (status & psw::z) != 0,
               n = (status & psw::n) != 0, u = (status & psw::u) != 0;
    switch (op) {
    case Op::jmp: return true;
    case Op::bv: return v;
    case Op::bnv: return !v;
    case Op::be: return z;
    case Op::bne: return !z;
    case Op::bg: return !(n || z);
    case Op::bge: return !n;
    case Op::bl: return n;
    case Op::ble: return n || z;
    case Op::bgu: return !(c || z) || u;
    case Op::bgeu: return !c || u;
    case Op::blu: return c || u;
    case Op::bleu: return c || z || u;
    default: return false;
    }
}

} // namespace inlet::ncube
