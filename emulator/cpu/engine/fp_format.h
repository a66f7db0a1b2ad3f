// The two formats of coprocessor 1, as bits.
#pragma once

#include <cstdint>
#include <type_traits>

namespace inlet::engine::fp {

/// The host's type of the same bits.
template <typename Bits> using Value = std::conditional_t<sizeof(Bits) == 4, float, double>;

template <typename Bits> struct Format {
    static constexpr int fraction_bits = sizeof(Bits) == 4 ? 23 : 52;
    static constexpr int bias = sizeof(Bits) == 4 ? 127 : 1023;
    static constexpr int no_number = 2 * bias + 1; ///< exponent of infinities and NaNs
    static constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
    static constexpr Bits fraction = (Bits{1} << fraction_bits) - 1;
    static constexpr Bits exponent = ~(sign | fraction);
    static constexpr Bits signalling = Bits{1} << (fraction_bits - 1);
    static constexpr Bits quiet_nan = exponent | (fraction & ~signalling);
};

template <typename Bits> bool is_nan(Bits v) {
    return (v & ~Format<Bits>::sign) > Format<Bits>::exponent;
}
template <typename Bits> bool is_signalling(Bits v) {
    return is_nan(v) && (v & Format<Bits>::signalling);
}
template <typename Bits> bool is_subnormal(Bits v) {
    return !(v & Format<Bits>::exponent) && (v & Format<Bits>::fraction);
}

} // namespace inlet::engine::fp
