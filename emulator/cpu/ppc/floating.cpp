// Floating-point arithmetic: IEEE 754 single and double, with PowerPC's NaNs (MPCFPE32B, 3.3.6: the
// first of frA, frB, frC that is a NaN, made quiet) and the exceptions of FPSCR, none of which
// traps.
//
// Single-precision arithmetic expects single operands. For other operands it rounds the
// double-precision result again (the architecture leaves this case open).
#include "cpu/engine/fp.h"
#include "cpu/engine/fp_fast.h"
#include "cpu/ppc/functions.h"
#include "cpu/ppc/registers.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace inlet::ppc {

using engine::State;
using engine::Uop;
namespace fp = engine::fp;

namespace {

template <typename Bits> using Value = fp::Value<Bits>;
template <typename Bits> using Format = fp::Format<Bits>;

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

template <typename Bits> constexpr Bits quiet_bit = Bits{1} << (Format<Bits>::fraction_bits - 1);
template <typename Bits>
constexpr Bits infinity = Bits{Format<Bits>::no_number} << Format<Bits>::fraction_bits;
template <typename Bits> constexpr Bits default_nan = infinity<Bits> | quiet_bit<Bits>;

template <typename Bits> Bits magnitude(Bits v) { return v & ~Format<Bits>::sign; }
template <typename Bits> bool is_nan(Bits v) { return magnitude(v) > infinity<Bits>; }
template <typename Bits> bool is_signalling(Bits v) { return is_nan(v) && !(v & quiet_bit<Bits>); }
template <typename Bits> bool is_infinite(Bits v) { return magnitude(v) == infinity<Bits>; }
template <typename Bits> bool is_zero(Bits v) { return magnitude(v) == 0; }

std::uint32_t rounding(const State &s) { return s.r[fpscr_register] & fpscr::rounding; }

/// Sets the sticky bits of exceptions, and FX for a new one (MPCFPE32B, 2.1.4).
void raise(State &s, std::uint32_t bits) {
    std::uint32_t &status = s.r[fpscr_register];
    if (bits & ~status) status = with_summaries(status | bits | fpscr::fx);
}
void raise_arithmetic(State &s, std::uint32_t raised) {
    raise(s, (raised & fp::inexact ? fpscr::xx : 0u) | (raised & fp::underflow ? fpscr::ux : 0u) |
                 (raised & fp::overflow ? fpscr::ox : 0u) |
                 (raised & fp::division_by_zero ? fpscr::zx : 0u));
}

/// Whether the mode is round to nearest and the inexact bit is already set. Ordinary results then
/// need no flags.
bool is_quick(const State &s) {
    return (s.r[fpscr_register] & (fpscr::xx | fpscr::rounding)) == fpscr::xx;
}

template <typename Bits> struct Add {
    static Value<Bits> host(Value<Bits> x, Value<Bits> y) { return x + y; }
    static fp::Result<Bits> fast(Bits a, Bits b) { return fp::fast::add(a, b, 0); }
    static fp::Result<Bits> exact(Bits a, Bits b, std::uint32_t mode) {
        return fp::add(a, b, mode);
    }
    static std::uint32_t invalid(Bits a, Bits b) {
        return is_infinite(a) && is_infinite(b) && a != b ? fpscr::vxisi : 0;
    }
};
template <typename Bits> struct Multiply {
    static Value<Bits> host(Value<Bits> x, Value<Bits> y) { return x * y; }
    static fp::Result<Bits> fast(Bits a, Bits b) { return fp::fast::mul(a, b, 0); }
    static fp::Result<Bits> exact(Bits a, Bits b, std::uint32_t mode) {
        return fp::mul(a, b, mode);
    }
    static std::uint32_t invalid(Bits a, Bits b) {
        const bool is = (is_infinite(a) && is_zero(b)) || (is_zero(a) && is_infinite(b));
        return is ? fpscr::vximz : 0;
    }
};
template <typename Bits> struct Divide {
    static Value<Bits> host(Value<Bits> x, Value<Bits> y) { return x / y; }
    static fp::Result<Bits> fast(Bits a, Bits b) { return fp::fast::div(a, b, 0); }
    static fp::Result<Bits> exact(Bits a, Bits b, std::uint32_t mode) {
        return fp::div(a, b, mode);
    }
    static std::uint32_t invalid(Bits a, Bits b) {
        if (is_infinite(a) && is_infinite(b)) return fpscr::vxidi;
        return is_zero(a) && is_zero(b) ? fpscr::vxzdz : 0;
    }
};

/// The result of an operation. PowerPC detects tininess before rounding (3.3.6.2).
template <typename Bits, typename Operation> Bits finish(State &s, Operation operation) {
    const fp::Result<Bits> result = operation(rounding(s));
    raise_arithmetic(s, result.raised);
    const Bits least = Bits{1} << Format<Bits>::fraction_bits;
    if (magnitude(result.value) == least && result.raised & fp::inexact &&
        magnitude(operation(std::uint32_t{fp::to_zero}).value) < least)
        raise(s, fpscr::ux);
    return result.value;
}

template <typename Bits, typename Operation>
[[gnu::noinline]] Bits unusual(State &s, Bits a, Bits b) {
    if (is_nan(a) || is_nan(b)) {
        if (is_signalling(a) || is_signalling(b)) raise(s, fpscr::vxsnan);
        return (is_nan(a) ? a : b) | quiet_bit<Bits>;
    }
    if (const std::uint32_t why = Operation::invalid(a, b)) {
        raise(s, why);
        return default_nan<Bits>;
    }
    return finish<Bits>(s, [&](std::uint32_t mode) { return Operation::exact(a, b, mode); });
}

template <typename Bits, typename Operation> Bits compute(State &s, Bits a, Bits b) {
    if (is_quick(s)) [[likely]] {
        const Bits r = std::bit_cast<Bits>(Operation::host(fp::fast::value(a), fp::fast::value(b)));
        if (fp::fast::ordinary(r)) [[likely]]
            return r;
    } else if (rounding(s) == fp::to_nearest) {
        const fp::Result<Bits> r = Operation::fast(a, b);
        if (!(r.raised & fp::fast::elsewhere)) {
            if (r.raised) raise(s, fpscr::xx);
            return r.value;
        }
    }
    return unusual<Bits, Operation>(s, a, b);
}

/// Rounds to single precision.
std::uint64_t rounded(State &s, std::uint64_t a) {
    if (is_nan(a)) {
        if (is_signalling(a)) raise(s, fpscr::vxsnan);
        return (a | quiet_bit<std::uint64_t>)&~std::uint64_t{0x1FFFFFFF};
    }
    if (is_quick(s)) {
        const auto r = static_cast<float>(fp::fast::value(a));
        if (fp::fast::ordinary(std::bit_cast<std::uint32_t>(r)))
            return std::bit_cast<std::uint64_t>(static_cast<double>(r));
    }
    return fp::wider(
        finish<std::uint32_t>(s, [a](std::uint32_t mode) { return fp::to_single(a, mode); }));
}

/// Converts a double to a single if that is exact.
bool to_single(std::uint64_t a, std::uint32_t &single) {
    const double x = fp::fast::value(a);
    const auto y = static_cast<float>(x);
    single = std::bit_cast<std::uint32_t>(y);
    return static_cast<double>(y) == x;
}
std::uint64_t to_double(std::uint32_t single) {
    if (fp::fast::ordinary(single)) [[likely]]
        return std::bit_cast<std::uint64_t>(static_cast<double>(fp::fast::value(single)));
    return fp::wider(single);
}

template <template <typename> typename Operation>
std::uint64_t in_single(State &s, std::uint64_t a, std::uint64_t b) {
    std::uint32_t x = 0, y = 0;
    if (to_single(a, x) && to_single(b, y)) [[likely]]
        return to_double(compute<std::uint32_t, Operation<std::uint32_t>>(s, x, y));
    return rounded(s, compute<std::uint64_t, Operation<std::uint64_t>>(s, a, b));
}

bool put(State &s, const Uop &op, std::uint64_t result) {
    set_float_bits(s, op.to, result);
    return true;
}
std::uint64_t operand_a(const State &s, const Uop &op) { return float_bits(s, op.a); }
std::uint64_t operand_b(const State &s, const Uop &op) { return float_bits(s, op.b); }
std::uint64_t operand_c(const State &s, const Uop &op) { return float_bits(s, op.imm); }

template <template <typename> typename Operation>
bool two(State &s, const Uop &op, std::uint64_t a, std::uint64_t b) {
    return put(s, op, compute<std::uint64_t, Operation<std::uint64_t>>(s, a, b));
}
template <template <typename> typename Operation>
bool two_singles(State &s, const Uop &op, std::uint64_t a, std::uint64_t b) {
    return put(s, op, in_single<Operation>(s, a, b));
}
/// Negates a number. The sign of a NaN stays unchanged.
std::uint64_t minus(std::uint64_t a) { return is_nan(a) ? a : a ^ sign_bit; }

/// a * c + b, or - b.
template <typename Bits>
[[gnu::noinline]] Bits unusual_fused(State &s, Bits a, Bits c, Bits b, bool subtract) {
    const std::uint32_t product = Multiply<Bits>::invalid(a, c);
    if (is_nan(a) || is_nan(b) || is_nan(c)) {
        if (is_signalling(a) || is_signalling(b) || is_signalling(c)) raise(s, fpscr::vxsnan);
        if (product) raise(s, product);
        return (is_nan(a) ? a : is_nan(b) ? b : c) | quiet_bit<Bits>;
    }
    if (product) {
        raise(s, product);
        return default_nan<Bits>;
    }
    if (subtract) b ^= Format<Bits>::sign;
    if ((is_infinite(a) || is_infinite(c)) && is_infinite(b) &&
        ((a ^ c ^ b) & Format<Bits>::sign)) {
        raise(s, fpscr::vxisi);
        return default_nan<Bits>;
    }
    return finish<Bits>(s, [&](std::uint32_t mode) { return fp::multiply_add(a, c, b, mode); });
}

template <typename Bits> Bits fused(State &s, Bits a, Bits c, Bits b, bool subtract) {
    if (is_quick(s)) [[likely]] {
        const auto y = fp::fast::value(b);
        const Bits r = std::bit_cast<Bits>(
            std::fma(fp::fast::value(a), fp::fast::value(c), subtract ? -y : y));
        if (fp::fast::ordinary(r)) [[likely]]
            return r;
    }
    return unusual_fused(s, a, c, b, subtract);
}

bool multiply_add(State &s, const Uop &op, bool single, bool subtract, bool negate) {
    const std::uint64_t a = operand_a(s, op), b = operand_b(s, op), c = operand_c(s, op);
    std::uint32_t x = 0, y = 0, z = 0;
    std::uint64_t result = 0;
    if (!single)
        result = fused(s, a, c, b, subtract);
    else if (to_single(a, x) && to_single(b, y) && to_single(c, z))
        result = to_double(fused(s, x, z, y, subtract));
    else
        result = rounded(s, fused(s, a, c, b, subtract));
    return put(s, op, negate ? minus(result) : result);
}

bool to_integer(State &s, const Uop &op, std::uint32_t mode) {
    constexpr std::uint64_t upper = std::uint64_t{0xFFF80000} << 32; // left open; as the 604
    const std::uint64_t a = operand_b(s, op);
    const fp::Word result = fp::to_word(a, mode);
    if (result.raised & fp::invalid) {
        raise(s, fpscr::vxcvi | (is_signalling(a) ? fpscr::vxsnan : 0u));
        const bool negative = is_nan(a) || a & sign_bit;
        return put(s, op, upper | (negative ? 0x80000000u : 0x7FFFFFFFu));
    }
    raise_arithmetic(s, result.raised);
    return put(s, op, upper | result.value);
}

bool compare(State &s, const Uop &op, bool ordered) {
    const std::uint64_t a = operand_a(s, op), b = operand_b(s, op);
    const double x = fp::fast::value(a), y = fp::fast::value(b);
    std::uint32_t field = x < y ? 8 : x > y ? 4 : 2;
    if (__builtin_isunordered(x, y)) [[unlikely]] {
        field = 1;
        const bool signalling = is_signalling(a) || is_signalling(b);
        raise(s, (signalling ? fpscr::vxsnan : 0u) | (ordered ? fpscr::vxvc : 0u));
    }
    s.r[op.to] = field;
    return true;
}

} // namespace

bool fadd(State &s, const Uop &op) { return two<Add>(s, op, operand_a(s, op), operand_b(s, op)); }
bool fsub(State &s, const Uop &op) {
    return two<Add>(s, op, operand_a(s, op), minus(operand_b(s, op)));
}
bool fmul(State &s, const Uop &op) {
    return two<Multiply>(s, op, operand_a(s, op), operand_c(s, op));
}
bool fdiv(State &s, const Uop &op) {
    return two<Divide>(s, op, operand_a(s, op), operand_b(s, op));
}
bool fadds(State &s, const Uop &op) {
    return two_singles<Add>(s, op, operand_a(s, op), operand_b(s, op));
}
bool fsubs(State &s, const Uop &op) {
    return two_singles<Add>(s, op, operand_a(s, op), minus(operand_b(s, op)));
}
bool fmuls(State &s, const Uop &op) {
    return two_singles<Multiply>(s, op, operand_a(s, op), operand_c(s, op));
}
bool fdivs(State &s, const Uop &op) {
    return two_singles<Divide>(s, op, operand_a(s, op), operand_b(s, op));
}
bool fmadd(State &s, const Uop &op) { return multiply_add(s, op, false, false, false); }
bool fmadds(State &s, const Uop &op) { return multiply_add(s, op, true, false, false); }
bool fmsub(State &s, const Uop &op) { return multiply_add(s, op, false, true, false); }
bool fmsubs(State &s, const Uop &op) { return multiply_add(s, op, true, true, false); }
bool fnmadd(State &s, const Uop &op) { return multiply_add(s, op, false, false, true); }
bool fnmadds(State &s, const Uop &op) { return multiply_add(s, op, true, false, true); }
bool fnmsub(State &s, const Uop &op) { return multiply_add(s, op, false, true, true); }
bool fnmsubs(State &s, const Uop &op) { return multiply_add(s, op, true, true, true); }

/// An estimate within the architecture's bounds: the quotient in single precision.
bool fres(State &s, const Uop &op) {
    constexpr std::uint64_t one = std::uint64_t{0x3FF} << 52;
    return put(s, op, in_single<Divide>(s, one, operand_b(s, op)));
}

bool frsqrte(State &s, const Uop &op) {
    const std::uint64_t a = operand_b(s, op);
    if (is_nan(a)) {
        if (is_signalling(a)) raise(s, fpscr::vxsnan);
        return put(s, op, a | quiet_bit<std::uint64_t>);
    }
    if (is_zero(a)) {
        raise(s, fpscr::zx);
        return put(s, op, (a & sign_bit) | infinity<std::uint64_t>);
    }
    if (a & sign_bit) {
        raise(s, fpscr::vxsqrt);
        return put(s, op, default_nan<std::uint64_t>);
    }
    return put(s, op, std::bit_cast<std::uint64_t>(1 / std::sqrt(fp::fast::value(a))));
}

bool fsel(State &s, const Uop &op) {
    const bool first = fp::fast::value(operand_a(s, op)) >= 0; // a NaN is not
    return put(s, op, first ? operand_c(s, op) : operand_b(s, op));
}
bool frsp(State &s, const Uop &op) { return put(s, op, rounded(s, operand_b(s, op))); }
bool fctiw(State &s, const Uop &op) { return to_integer(s, op, rounding(s)); }
bool fctiwz(State &s, const Uop &op) { return to_integer(s, op, fp::to_zero); }
bool fcmpu(State &s, const Uop &op) { return compare(s, op, false); }
bool fcmpo(State &s, const Uop &op) { return compare(s, op, true); }

} // namespace inlet::ppc
