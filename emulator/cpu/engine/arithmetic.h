// Functions for the semantics in the .def files.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace inlet::engine {

inline std::int32_t sx(std::uint32_t v) { return static_cast<std::int32_t>(v); }
template <typename T> std::uint32_t ux(T v) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(v));
}

/// The low n bytes of a word, n = 0..4.
inline std::uint32_t low_bytes(std::uint32_t n) {
    return n >= 4 ? 0xFFFFFFFFu : (1u << (8 * n)) - 1;
}

inline bool overflows_add(std::uint32_t a, std::uint32_t b) {
    std::int32_t sum;
    return __builtin_add_overflow(sx(a), sx(b), &sum);
}
inline bool overflows_sub(std::uint32_t a, std::uint32_t b) {
    std::int32_t difference;
    return __builtin_sub_overflow(sx(a), sx(b), &difference);
}

using HiLo = std::pair<std::uint32_t, std::uint32_t>;

inline HiLo multiply_signed(std::uint32_t a, std::uint32_t b) {
    const auto p = static_cast<std::uint64_t>(std::int64_t{sx(a)} * sx(b));
    return {static_cast<std::uint32_t>(p >> 32), static_cast<std::uint32_t>(p)};
}
inline HiLo multiply_unsigned(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t p = std::uint64_t{a} * b;
    return {static_cast<std::uint32_t>(p >> 32), static_cast<std::uint32_t>(p)};
}
inline HiLo split(std::uint64_t v) {
    return {static_cast<std::uint32_t>(v >> 32), static_cast<std::uint32_t>(v)};
}
inline HiLo add_to(std::uint32_t hi, std::uint32_t lo, HiLo p) {
    return split((std::uint64_t{hi} << 32 | lo) + (std::uint64_t{p.first} << 32 | p.second));
}
inline HiLo take_from(std::uint32_t hi, std::uint32_t lo, HiLo p) {
    return split((std::uint64_t{hi} << 32 | lo) - (std::uint64_t{p.first} << 32 | p.second));
}
/// Division by zero is unpredictable in the architecture; here HI and LO keep their values.
inline HiLo divide_signed(std::uint32_t a, std::uint32_t b, std::uint32_t hi, std::uint32_t lo) {
    if (b == 0) return {hi, lo};
    if (a == 0x80000000u && b == 0xFFFFFFFFu) return {0, a};
    return {ux(sx(a) % sx(b)), ux(sx(a) / sx(b))};
}
inline HiLo divide_unsigned(std::uint32_t a, std::uint32_t b, std::uint32_t hi, std::uint32_t lo) {
    if (b == 0) return {hi, lo};
    return {a % b, a / b};
}

/// The result of a comparison as a field of PowerPC's CR: less, greater, equal.
template <typename T> std::uint32_t order(T a, T b) { return a < b ? 8u : a > b ? 4u : 2u; }
/// a + b + in; `carry` becomes the carry out of bit 31.
inline std::uint32_t carried_sum(std::uint32_t &carry, std::uint32_t a, std::uint32_t b,
                                 std::uint32_t in) {
    const std::uint64_t sum = std::uint64_t{a} + b + in;
    carry = static_cast<std::uint32_t>(sum >> 32);
    return static_cast<std::uint32_t>(sum);
}
/// An arithmetic shift right by 0 to 63 places. `carry`: the number is negative and has lost a 1
/// bit.
inline std::uint32_t shift_with_carry(std::uint32_t &carry, std::uint32_t value, std::uint32_t n) {
    const std::int64_t wide = sx(value);
    carry = value >> 31 && (static_cast<std::uint64_t>(wide) & ((std::uint64_t{1} << n) - 1));
    return static_cast<std::uint32_t>(wide >> n);
}
/// The quotient; the dividend if it is undefined (the architecture leaves the result open).
inline std::uint32_t quotient_signed(std::uint32_t a, std::uint32_t b) {
    if (b == 0 || (a == 0x80000000u && b == 0xFFFFFFFFu)) return a;
    return ux(sx(a) / sx(b));
}
inline std::uint32_t quotient_unsigned(std::uint32_t a, std::uint32_t b) {
    return b == 0 ? a : a / b;
}

} // namespace inlet::engine
