// Arithmetic of coprocessor 1: IEEE 754 single and double as MIPS did it before 2008, bit for bit.
// A function gives its value and the exceptions that it raises; it changes nothing, not even the
// host's rounding mode or flags as seen by its caller.
//
// NaNs: a set top fraction bit means signalling. An operation on a signalling NaN, and an invalid
// one, gives the default quiet NaN; otherwise the first quiet NaN among the operands is the value.
// Tininess is detected after rounding. With FCSR.FS a tiny result becomes zero or the least normal
// number.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#if !defined(__SSE2__)
#include <cfenv>
#endif

namespace inlet::engine::fp {

/// Exceptions, as in FCSR's flags (<< 2), enables (<< 7) and cause (<< 12).
enum Exceptions : std::uint32_t {
    inexact = 1,
    underflow = 2,
    overflow = 4,
    division_by_zero = 8,
    invalid = 16,
    unimplemented = 32, ///< in the cause only, always enabled
};

/// FCSR bits 1..0.
enum Rounding : std::uint32_t { to_nearest, to_zero, up, down };

template <typename Bits> struct Result {
    Bits value;
    std::uint32_t raised;
};
using Single = Result<std::uint32_t>;
using Double = Result<std::uint64_t>;
using Word = Result<std::uint32_t>;

Single add(std::uint32_t a, std::uint32_t b, std::uint32_t fcsr);
Single sub(std::uint32_t a, std::uint32_t b, std::uint32_t fcsr);
Single mul(std::uint32_t a, std::uint32_t b, std::uint32_t fcsr);
Single div(std::uint32_t a, std::uint32_t b, std::uint32_t fcsr);
Single sqrt(std::uint32_t a, std::uint32_t fcsr);
Single abs(std::uint32_t a);
Single neg(std::uint32_t a);
Double add(std::uint64_t a, std::uint64_t b, std::uint32_t fcsr);
Double sub(std::uint64_t a, std::uint64_t b, std::uint32_t fcsr);
Double mul(std::uint64_t a, std::uint64_t b, std::uint32_t fcsr);
Double div(std::uint64_t a, std::uint64_t b, std::uint32_t fcsr);
Double sqrt(std::uint64_t a, std::uint32_t fcsr);
Double abs(std::uint64_t a);
Double neg(std::uint64_t a);

/// To a signed word. A NaN and what does not fit are invalid and give 0x7FFFFFFF.
Word to_word(std::uint32_t a, std::uint32_t rounding);
Word to_word(std::uint64_t a, std::uint32_t rounding);
Single to_single(std::uint64_t a, std::uint32_t fcsr);
Double to_double(std::uint32_t a);
Single word_to_single(std::uint32_t a, std::uint32_t fcsr);
Double word_to_double(std::uint32_t a);

/// C.cond: bit 0 of `condition` true if unordered, bit 1 if equal, bit 2 if less; bit 3: a quiet
/// NaN is invalid too. The value is 0 or 1.
Word compare(std::uint32_t a, std::uint32_t b, std::uint32_t condition);
Word compare(std::uint64_t a, std::uint64_t b, std::uint32_t condition);

/// While it lives the host rounds to nearest, flushes nothing and raises no signal, whatever the
/// program around wants of it. Costs little when the host is so already.
class NearestOnHost {
  public:
    NearestOnHost();
    ~NearestOnHost();
    NearestOnHost(const NearestOnHost &) = delete;
    NearestOnHost &operator=(const NearestOnHost &) = delete;

  private:
#if defined(__SSE2__)
    unsigned saved_ = 0;
    bool changed_ = false;
#else
    std::fenv_t saved_;
#endif
};

/// FCSR bit 24, FS: tiny results are flushed (flushed() in fp.cpp).
inline constexpr std::uint32_t flush = 1u << 24;

/// The control registers. MIPS-II has FCSR without FS and with one condition, and a FIR of 0.
enum Control : std::uint8_t {
    fir = 0,
    fccr = 25, ///< views of FCSR: its conditions,
    fexr = 26, ///< its cause and flags,
    fenr = 28, ///< its enables, FS and rounding
    fcsr_register = 31,
    fcsr_of_mips2 = 32,
    no_control = 33, ///< reads as 0
};
/// The one that CFC1 and CTC1 mean by a number.
constexpr std::uint8_t control(std::uint32_t number, bool mips32) {
    switch (number) {
    case fir:
    case fccr:
    case fexr:
    case fenr: return mips32 ? static_cast<std::uint8_t>(number) : std::uint8_t{no_control};
    case fcsr_register: return mips32 ? fcsr_register : fcsr_of_mips2;
    default: return no_control;
    }
}

/// CFC1.
inline std::uint32_t read_control(std::uint32_t number, std::uint32_t fcsr) {
    switch (number) {
    case fir: return 0x00130000; // W, D, S; processor and revision 0
    case fccr: return (fcsr >> 24 & 0xFE) | (fcsr >> 23 & 1);
    case fexr: return fcsr & 0x0003F07C;
    case fenr: return (fcsr & 0x00000F83) | (fcsr >> 22 & 4);
    case fcsr_register:
    case fcsr_of_mips2: return fcsr;
    default: return 0;
    }
}
/// CTC1: FCSR after the write.
inline std::uint32_t write_control(std::uint32_t number, std::uint32_t fcsr, std::uint32_t value) {
    switch (number) {
    case fccr: return (fcsr & ~0xFE800000u) | (value & 0xFE) << 24 | (value & 1) << 23;
    case fexr: return (fcsr & ~0x0003F07Cu) | (value & 0x0003F07C);
    case fenr: return (fcsr & ~0x01000F83u) | (value & 0x00000F83) | (value & 4) << 22;
    case fcsr_register: return value & 0xFF83FFFF;
    case fcsr_of_mips2: return value & 0x0083FFFF;
    default: return fcsr;
    }
}

inline std::uint32_t with_cause(std::uint32_t fcsr, std::uint32_t raised) {
    return (fcsr & ~(0x3Fu << 12)) | raised << 12;
}
inline std::uint32_t with_flags(std::uint32_t fcsr, std::uint32_t raised) {
    return fcsr | raised << 2;
}
/// The bit of FCSR that is condition code `code` (0 to 7).
constexpr std::uint8_t condition_bit(std::uint32_t code) {
    return static_cast<std::uint8_t>(code ? 24 + code : 23);
}
inline std::uint32_t with_condition(std::uint32_t fcsr, unsigned bit, std::uint32_t condition) {
    return (fcsr & ~(1u << bit)) | condition << bit;
}
/// Whether an exception in the cause is enabled.
inline bool traps(std::uint32_t fcsr) {
    return (fcsr >> 12 & ((fcsr >> 7 & 0x1F) | unimplemented)) != 0;
}

/// A single as the same double, and a double that is a single as a single, bit for bit: NaNs stay
/// what they are, what a single has no bits for is lost (MPCFPE32B, 3.3.6 and D.6, D.7).
std::uint64_t wider(std::uint32_t single);
std::uint32_t narrower(std::uint64_t number);

/// a * c + b, rounded once. Without NaN operands.
Single multiply_add(std::uint32_t a, std::uint32_t c, std::uint32_t b, std::uint32_t fcsr);
Double multiply_add(std::uint64_t a, std::uint64_t c, std::uint64_t b, std::uint32_t fcsr);

// A double is a pair of registers; the even one has the low word. The low bit of an odd number is
// ignored.
inline std::uint64_t join(std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
}
inline std::uint32_t high(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }
inline std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
inline std::uint64_t pair(const std::uint32_t *f, unsigned number) {
    std::uint64_t v; // one access: compilers do not see that the two registers are neighbours
    std::memcpy(&v, &f[number & ~1u], sizeof v);
    return std::endian::native == std::endian::little ? v : std::rotl(v, 32);
}
inline void set_pair(std::uint32_t *f, unsigned number, std::uint64_t v) {
    if constexpr (std::endian::native != std::endian::little) v = std::rotl(v, 32);
    std::memcpy(&f[number & ~1u], &v, sizeof v);
}

} // namespace inlet::engine::fp
