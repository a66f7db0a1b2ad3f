// The small vocabulary in which the semantics of the .def files are written.
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

} // namespace inlet::engine
