#include "cpu/engine/fp.h"

#include "cpu/engine/fp_format.h"

#include <bit>
#include <cmath>
#include <limits>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace inlet::engine::fp {

namespace {

template <typename Bits> Result<Bits> not_valid() { return {Format<Bits>::quiet_nan, invalid}; }

/// Of operands at least one of which is a NaN.
template <typename Bits> Result<Bits> nan_of(Bits a, Bits b) {
    if (is_signalling(a) || is_signalling(b)) return not_valid<Bits>();
    return {is_nan(a) ? a : b, 0};
}

/// A value whose computation the compiler must not move: operands cannot be known before, results
/// not be needed after the place where this stands.
template <typename T> T here(T v) {
    asm volatile("" : "+m"(v) : : "memory");
    return v;
}

/// A tiny result with FS set: zero, or the least normal number where the rounding goes away from
/// zero on its side (MIPS R4000 Microprocessor User's Manual, table 7-1).
template <typename Bits> Result<Bits> flushed(Bits tiny, std::uint32_t rounding) {
    const Bits sign = tiny & Format<Bits>::sign;
    const bool away = rounding == (sign ? down : up);
    return {sign | (away ? Bits{1} << Format<Bits>::fraction_bits : 0), underflow | inexact};
}

/// Runs `operation` on the host in the wanted rounding mode and with clear flags, and says which
/// exceptions it raised. Without NaN operands.
template <typename To, typename From, typename Operation>
Result<To> on_host(From a, From b, std::uint32_t fcsr, Operation operation) {
    using In = Value<From>;
    std::uint32_t raised = 0;
#if defined(__SSE2__)
    constexpr unsigned masked = 0x1F80; // all exceptions, no flush to zero
    constexpr unsigned modes[] = {0, 3u << 13, 2u << 13, 1u << 13};
    const unsigned saved = _mm_getcsr(), wanted = masked | modes[fcsr & 3];
    if (saved != wanted) _mm_setcsr(wanted);
    const auto value = here(operation(here(std::bit_cast<In>(a)), here(std::bit_cast<In>(b))));
    const unsigned after = _mm_getcsr();
    if (saved != after) _mm_setcsr(saved);
    if (after & 0x3D) {
        if (after & 0x20) raised |= inexact;
        if (after & 0x10) raised |= underflow;
        if (after & 0x08) raised |= overflow;
        if (after & 0x04) raised |= division_by_zero;
        if (after & 0x01) raised |= invalid;
    }
#else
    constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    std::fenv_t saved;
    std::feholdexcept(&saved);
    std::fesetround(modes[fcsr & 3]);
    const auto value = here(operation(here(std::bit_cast<In>(a)), here(std::bit_cast<In>(b))));
    const int after = std::fetestexcept(FE_ALL_EXCEPT);
    std::fesetenv(&saved);
    if (after & FE_INEXACT) raised |= inexact;
    if (after & FE_UNDERFLOW) raised |= underflow;
    if (after & FE_OVERFLOW) raised |= overflow;
    if (after & FE_DIVBYZERO) raised |= division_by_zero;
    if (after & FE_INVALID) raised |= invalid;
#endif
    if (raised & invalid) return not_valid<To>();
    const To bits = std::bit_cast<To>(value);
    if (fcsr & flush && (is_subnormal(bits) || raised & underflow)) return flushed(bits, fcsr & 3);
    // A trapped underflow needs no loss of accuracy.
    if (is_subnormal(bits) && (fcsr >> 7 & underflow)) raised |= underflow;
    return {bits, raised};
}

template <typename Bits, typename Operation>
Result<Bits> binary(Bits a, Bits b, std::uint32_t fcsr, Operation operation) {
    if (is_nan(a) || is_nan(b)) [[unlikely]]
        return nan_of(a, b);
    return on_host<Bits>(a, b, fcsr, operation);
}

template <typename Bits> Result<Bits> square_root(Bits a, std::uint32_t fcsr) {
    if (is_nan(a)) return nan_of(a, a);
    if (a & Format<Bits>::sign) { // -0 is its own root
        if (a & ~Format<Bits>::sign) return not_valid<Bits>();
        return {a, 0};
    }
    return on_host<Bits>(a, a, fcsr, [](auto x, auto) { return std::sqrt(x); });
}

template <typename Bits> Result<Bits> with_sign(Bits a, Bits result) {
    if (is_nan(a)) return nan_of(a, a);
    return {result, 0};
}

template <typename Bits> Word word_of(Bits a, std::uint32_t rounding) {
    constexpr Word none{0x7FFFFFFF, invalid};
    if (is_nan(a)) return none;
    const double v = std::bit_cast<Value<Bits>>(a);
    // Far out first: below, all steps are exact in every rounding mode of the host.
    if (!(v > -2147483650.0 && v < 2147483650.0)) return none;
    auto whole = static_cast<std::int64_t>(v); // towards zero
    const double rest = v - static_cast<double>(whole);
    switch (rounding) {
    case to_zero: break;
    case up: whole += rest > 0; break;
    case down: whole -= rest < 0; break;
    default: {
        const double size = rest < 0 ? -rest : rest;
        if (size > 0.5 || (size == 0.5 && whole & 1)) whole += v < 0 ? -1 : 1;
    }
    }
    if (whole < std::numeric_limits<std::int32_t>::min() ||
        whole > std::numeric_limits<std::int32_t>::max())
        return none;
    return {static_cast<std::uint32_t>(whole), rest != 0 ? inexact : 0u};
}

template <typename Bits> Word comparison(Bits a, Bits b, std::uint32_t condition) {
    if (is_nan(a) || is_nan(b)) {
        const bool raises = condition & 8 || is_signalling(a) || is_signalling(b);
        return {condition & 1, raises ? invalid : 0u};
    }
    const auto x = std::bit_cast<Value<Bits>>(a), y = std::bit_cast<Value<Bits>>(b);
    return {(x == y ? condition >> 1 : x < y ? condition >> 2 : 0) & 1, 0};
}

} // namespace

NearestOnHost::NearestOnHost() {
#if defined(__SSE2__)
    constexpr unsigned ways = 3u << 13 | 1u << 15 | 1u << 6; // rounding, flush to zero
    constexpr unsigned masked = 0x1F80;                      // all exceptions
    saved_ = _mm_getcsr();
    if (const unsigned wanted = (saved_ & ~ways) | masked; saved_ != wanted) {
        changed_ = true;
        _mm_setcsr(wanted);
    }
#else
    std::feholdexcept(&saved_);
    std::fesetround(FE_TONEAREST);
#endif
}

NearestOnHost::~NearestOnHost() {
#if defined(__SSE2__)
    if (changed_) _mm_setcsr(saved_);
#else
    std::fesetenv(&saved_);
#endif
}

#define BINARY(name, sign)                                                                         \
    Single name(std::uint32_t a, std::uint32_t b, std::uint32_t fcsr) {                            \
        return binary(a, b, fcsr, [](float x, float y) { return x sign y; });                      \
    }                                                                                              \
    Double name(std::uint64_t a, std::uint64_t b, std::uint32_t fcsr) {                            \
        return binary(a, b, fcsr, [](double x, double y) { return x sign y; });                    \
    }
BINARY(add, +)
BINARY(sub, -)
BINARY(mul, *)
BINARY(div, /)
#undef BINARY

Single sqrt(std::uint32_t a, std::uint32_t fcsr) { return square_root(a, fcsr); }
Double sqrt(std::uint64_t a, std::uint32_t fcsr) { return square_root(a, fcsr); }
Single abs(std::uint32_t a) { return with_sign(a, a & ~Format<std::uint32_t>::sign); }
Double abs(std::uint64_t a) { return with_sign(a, a & ~Format<std::uint64_t>::sign); }
Single neg(std::uint32_t a) { return with_sign(a, a ^ Format<std::uint32_t>::sign); }
Double neg(std::uint64_t a) { return with_sign(a, a ^ Format<std::uint64_t>::sign); }

Word to_word(std::uint32_t a, std::uint32_t rounding) { return word_of(a, rounding); }
Word to_word(std::uint64_t a, std::uint32_t rounding) { return word_of(a, rounding); }

Single to_single(std::uint64_t a, std::uint32_t fcsr) {
    if (is_nan(a)) {
        using F = Format<std::uint32_t>;
        if (is_signalling(a)) return not_valid<std::uint32_t>();
        const auto fraction = static_cast<std::uint32_t>(a >> 29) & F::fraction;
        if (!fraction) return {F::quiet_nan, 0}; // nothing of the payload is left
        return {static_cast<std::uint32_t>(a >> 32 & F::sign) | F::exponent | fraction, 0};
    }
    return on_host<std::uint32_t>(a, a, fcsr,
                                  [](double x, double) { return static_cast<float>(x); });
}

Double to_double(std::uint32_t a) {
    if (is_nan(a)) {
        using F = Format<std::uint64_t>;
        if (is_signalling(a)) return not_valid<std::uint64_t>();
        return {(std::uint64_t{a} << 32 & F::sign) | F::exponent |
                    (std::uint64_t{a} << 29 & F::fraction),
                0};
    }
    return {std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(a))), 0};
}

Single word_to_single(std::uint32_t a, std::uint32_t fcsr) {
    return to_single(word_to_double(a).value, fcsr);
}
Double word_to_double(std::uint32_t a) {
    return {std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int32_t>(a))), 0};
}

std::uint64_t wider(std::uint32_t single) {
    const std::uint64_t sign = std::uint64_t{single >> 31} << 63;
    const std::uint32_t exponent = single >> 23 & 0xFF;
    std::uint64_t fraction = single & 0x007FFFFF;
    if (exponent == 0xFF) return sign | std::uint64_t{0x7FF} << 52 | fraction << 29;
    if (exponent != 0) return sign | std::uint64_t{exponent + 896} << 52 | fraction << 29;
    if (fraction == 0) return sign;
    const auto shift = static_cast<unsigned>(std::countl_zero(fraction)) - 40; // to bit 23
    fraction = fraction << shift & 0x007FFFFF;
    return sign | std::uint64_t{897 - shift} << 52 | fraction << 29;
}

std::uint32_t narrower(std::uint64_t number) {
    const auto exponent = static_cast<std::uint32_t>(number >> 52 & 0x7FF);
    const auto sign = static_cast<std::uint32_t>(number >> 32) & 0x80000000;
    if (exponent > 896 || number << 1 == 0)
        return (static_cast<std::uint32_t>(number >> 32) & 0xC0000000) |
               (static_cast<std::uint32_t>(number >> 29) & 0x3FFFFFFF);
    if (exponent < 874) return sign;
    const std::uint64_t significand = std::uint64_t{1} << 52 | (number & 0x000FFFFFFFFFFFFF);
    return sign | static_cast<std::uint32_t>(significand >> 29 >> (897 - exponent));
}

Single multiply_add(std::uint32_t a, std::uint32_t c, std::uint32_t b, std::uint32_t fcsr) {
    return on_host<std::uint32_t>(a, c, fcsr, [b](float x, float y) {
        return std::fma(x, y, here(std::bit_cast<float>(b)));
    });
}
Double multiply_add(std::uint64_t a, std::uint64_t c, std::uint64_t b, std::uint32_t fcsr) {
    return on_host<std::uint64_t>(a, c, fcsr, [b](double x, double y) {
        return std::fma(x, y, here(std::bit_cast<double>(b)));
    });
}

Word compare(std::uint32_t a, std::uint32_t b, std::uint32_t condition) {
    return comparison(a, b, condition);
}
Word compare(std::uint64_t a, std::uint64_t b, std::uint32_t condition) {
    return comparison(a, b, condition);
}

} // namespace inlet::engine::fp
