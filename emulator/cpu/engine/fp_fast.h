// The usual cases of fp.h, inline, for an FCSR that is usual(): operands and results that are
// normal numbers or zero. All others are `elsewhere`, for fp.h.
//
// The host must round to nearest and not flush to zero. Inexactness is computed from the numbers,
// because reading and clearing the host's flags costs several times as much.
#pragma once

#include "cpu/engine/fp.h"
#include "cpu/engine/fp_format.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>

namespace inlet::engine::fp::fast {

static_assert(FLT_EVAL_METHOD == 0, "operations must round to their own format");

/// In `raised`: the result is not known here.
inline constexpr std::uint32_t elsewhere = 1u << 31;

/// Round to nearest, no exception enabled, nothing flushed.
inline bool usual(std::uint32_t fcsr) { return (fcsr & (flush | 0x1Fu << 7 | 3u)) == 0; }

template <typename Bits> Value<Bits> value(Bits v) { return std::bit_cast<Value<Bits>>(v); }
template <typename Bits> int exponent(Bits v) {
    return static_cast<int>(v >> Format<Bits>::fraction_bits) & Format<Bits>::no_number;
}
/// Zeros at the end of a normal number's significand.
template <typename Bits> int zeros(Bits v) {
    return std::countr_zero(v | Bits{1} << Format<Bits>::fraction_bits);
}
/// Normal and not near the limits: operations from such numbers to such a number do not overflow,
/// underflow, or round at the border.
template <typename Bits> bool ordinary(Bits v) {
    return static_cast<unsigned>(exponent(v) - 2) < unsigned{Format<Bits>::no_number - 3};
}

template <typename Bits> Result<Bits> sum(Bits a, Bits b) {
    const auto x = value(a), y = value(b), r = x + y;
    const Bits bits = std::bit_cast<Bits>(r);
    if (exponent(bits) >= Format<Bits>::no_number - 1) [[unlikely]]
        return {bits, elsewhere};
    // The greater operand's difference from the sum is always exact (T. J. Dekker, A floating-point
    // technique for extending the available precision, 1971), so it is the other one only if the
    // sum is exact. A subnormal sum always is, and both say so.
    return {bits, static_cast<std::uint32_t>(r - x != y) | static_cast<std::uint32_t>(r - y != x)};
}

/// Whether the product of two normal numbers has more bits than its format. `exponent` is of the
/// rounded product. A product of significands with f fraction bits has 2f+1 bits, or 2f+2 if its
/// exponent is one more than the sum of theirs, of which f+1 stay; it ends in as many zeros as both
/// together. (If it is the rounding that gave it the greater exponent, it is inexact either way.)
template <typename Bits> bool product_is_inexact(Bits a, Bits b, int product_exponent) {
    using F = Format<Bits>;
    const int more = product_exponent - (exponent(a) + exponent(b) - F::bias);
    return zeros(a) + zeros(b) < F::fraction_bits + more;
}

template <typename Bits> Result<Bits> product(Bits a, Bits b) {
    const auto x = value(a), y = value(b), r = x * y;
    const Bits bits = std::bit_cast<Bits>(r);
    if (exponent(a) == 0 || exponent(b) == 0 || !ordinary(bits)) [[unlikely]]
        // Zero times a number is exact; infinity or a NaN would not have given zero.
        return {bits, r == 0 && (x == 0 || y == 0) ? 0 : elsewhere};
    return {bits, product_is_inexact(a, b, exponent(bits))};
}

template <typename Bits> Result<Bits> quotient(Bits a, Bits b) {
    const auto x = value(a), y = value(b), r = x / y;
    const Bits bits = std::bit_cast<Bits>(r);
    if (!ordinary(a) || exponent(b) == 0 || !ordinary(bits)) [[unlikely]]
        return {bits, r == 0 && x == 0 ? 0 : elsewhere};
    return {bits, r * y != x || product_is_inexact(bits, b, exponent(a))};
}

template <typename Bits> Result<Bits> root(Bits a) {
    if (!ordinary(a) || a & Format<Bits>::sign) [[unlikely]]
        return {a, elsewhere};
    const auto x = value(a), r = std::sqrt(x);
    const Bits bits = std::bit_cast<Bits>(r);
    return {bits, r * r != x || product_is_inexact(bits, bits, exponent(a))};
}

template <typename Bits> Result<Bits> with_sign(Bits a, Bits result) {
    return {result, is_nan(a) ? elsewhere : 0};
}

template <typename Bits> Word truncated(Bits a) {
    const auto x = value(a);
    // A NaN fails this, too.
    if (!(x > Value<Bits>{-2147483648} && x < Value<Bits>{2147483648})) [[unlikely]]
        return {0, elsewhere};
    const auto whole = static_cast<std::int32_t>(x);
    return {static_cast<std::uint32_t>(whole), static_cast<Value<Bits>>(whole) != x};
}

template <typename Bits> Word comparison(Bits a, Bits b, std::uint32_t condition) {
    const auto x = value(a), y = value(b);
    if (__builtin_isunordered(x, y)) [[unlikely]]
        return {0, elsewhere};
    const bool equal = condition & 2 && x == y, less = condition & 4 && x < y;
    return {static_cast<std::uint32_t>(equal | less), 0};
}

// The functions of fp.h. They ignore FCSR.

inline Single add(std::uint32_t a, std::uint32_t b, std::uint32_t) { return sum(a, b); }
inline Double add(std::uint64_t a, std::uint64_t b, std::uint32_t) { return sum(a, b); }
// -b is exact, and a NaN is elsewhere.
inline Single sub(std::uint32_t a, std::uint32_t b, std::uint32_t) {
    return sum(a, b ^ Format<std::uint32_t>::sign);
}
inline Double sub(std::uint64_t a, std::uint64_t b, std::uint32_t) {
    return sum(a, b ^ Format<std::uint64_t>::sign);
}
inline Single mul(std::uint32_t a, std::uint32_t b, std::uint32_t) { return product(a, b); }
inline Double mul(std::uint64_t a, std::uint64_t b, std::uint32_t) { return product(a, b); }
inline Single div(std::uint32_t a, std::uint32_t b, std::uint32_t) { return quotient(a, b); }
inline Double div(std::uint64_t a, std::uint64_t b, std::uint32_t) { return quotient(a, b); }
inline Single sqrt(std::uint32_t a, std::uint32_t) { return root(a); }
inline Double sqrt(std::uint64_t a, std::uint32_t) { return root(a); }
inline Single abs(std::uint32_t a) { return with_sign(a, a & ~Format<std::uint32_t>::sign); }
inline Double abs(std::uint64_t a) { return with_sign(a, a & ~Format<std::uint64_t>::sign); }
inline Single neg(std::uint32_t a) { return with_sign(a, a ^ Format<std::uint32_t>::sign); }
inline Double neg(std::uint64_t a) { return with_sign(a, a ^ Format<std::uint64_t>::sign); }

/// Towards zero, as compiled code converts; the other roundings are rare.
inline Word to_word(std::uint32_t a, std::uint32_t rounding) {
    return rounding == to_zero ? truncated(a) : Word{0, elsewhere};
}
inline Word to_word(std::uint64_t a, std::uint32_t rounding) {
    return rounding == to_zero ? truncated(a) : Word{0, elsewhere};
}
inline Single to_single(std::uint64_t a, std::uint32_t) {
    const auto x = value(a);
    const auto r = static_cast<float>(x);
    const auto bits = std::bit_cast<std::uint32_t>(r);
    if (!(ordinary(bits) || x == 0)) [[unlikely]]
        return {bits, elsewhere};
    return {bits, static_cast<double>(r) != x};
}
inline Double to_double(std::uint32_t a) {
    return {std::bit_cast<std::uint64_t>(static_cast<double>(value(a))), is_nan(a) ? elsewhere : 0};
}
inline Double word_to_double(std::uint32_t a) {
    return {std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int32_t>(a))), 0};
}
inline Single word_to_single(std::uint32_t a, std::uint32_t fcsr) {
    return to_single(word_to_double(a).value, fcsr);
}
inline Word compare(std::uint32_t a, std::uint32_t b, std::uint32_t condition) {
    return comparison(a, b, condition);
}
inline Word compare(std::uint64_t a, std::uint64_t b, std::uint32_t condition) {
    return comparison(a, b, condition);
}

} // namespace inlet::engine::fp::fast
