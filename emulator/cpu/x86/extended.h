// x87's 80-bit numbers and their arithmetic (SDM 1, chapters 4 and 8), in integers of the host.
#pragma once

#include <cstdint>

namespace inlet::x86 {

/// A number in register format: bit 63 of the mantissa is the integer bit.
struct Extended {
    std::uint64_t mantissa = 0;
    std::uint16_t high = 0; ///< sign and 15 bits of exponent

    bool sign() const { return high >> 15; }
    int exponent() const { return high & 0x7FFF; }
    bool operator==(const Extended &) const = default;
};

/// Bits of the status word. The low six bits of the control word mask the same exceptions.
namespace fsw {
inline constexpr std::uint32_t invalid = 1, denormal = 2, by_zero = 4, overflow = 8, underflow = 16,
                               inexact = 32, exceptions = 63, stack = 64, summary = 0x80,
                               c0 = 0x100, c1 = 0x200, c2 = 0x400, c3 = 0x4000, busy = 0x8000,
                               conditions = c0 | c1 | c2 | c3;
} // namespace fsw

inline constexpr Extended indefinite{0xC000000000000000, 0xFFFF};

/// The result of an operation: the number, its exceptions and, as C1, whether it was rounded away
/// from 0.
struct Rounded {
    Extended value;
    std::uint32_t status = 0;
};

enum class FloatClass : std::uint8_t { zero, normal, infinity, quiet, signaling, unsupported };
FloatClass class_of(const Extended &a);
inline bool is_nan(const Extended &a) {
    const FloatClass c = class_of(a);
    return c == FloatClass::quiet || c == FloatClass::signaling;
}
inline bool is_denormal(const Extended &a) { return a.exponent() == 0 && a.mantissa != 0; }

// `control` is the control word: rounding in bits 10 and 11, precision in bits 8 and 9.
Rounded add(const Extended &a, const Extended &b, std::uint32_t control);
Rounded subtract(const Extended &a, const Extended &b, std::uint32_t control);
Rounded multiply(const Extended &a, const Extended &b, std::uint32_t control);
Rounded divide(const Extended &a, const Extended &b, std::uint32_t control);
Rounded square_root(const Extended &a, std::uint32_t control);
Rounded to_integral(const Extended &a, std::uint32_t control);
/// a * 2^b, with b truncated to an integer.
Rounded scale(const Extended &a, const Extended &b, std::uint32_t control);
/// A partial remainder. C2: incomplete; else C0, C3 and C1 are the low bits of the quotient.
Rounded remainder(const Extended &a, const Extended &b, bool to_nearest);
/// Returns C0, C2, C3 and the exceptions.
std::uint32_t compare(const Extended &a, const Extended &b, bool quiet_is_invalid);

Rounded from_single(std::uint32_t bits);
Rounded from_double(std::uint64_t bits);
Extended from_integer(std::int64_t value);
struct Stored {
    std::uint64_t bits = 0;
    std::uint32_t status = 0;
};
Stored to_single(const Extended &a, std::uint32_t control);
Stored to_double(const Extended &a, std::uint32_t control);
/// `bytes`: 2, 4 or 8.
Stored to_integer(const Extended &a, unsigned bytes, std::uint32_t control);

} // namespace inlet::x86
