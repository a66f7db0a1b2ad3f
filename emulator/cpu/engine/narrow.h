// What an x86 has beside the conditions of flags.h: parity and the carry out of bit 3, results of 8
// and 16 bits, shifts and rotations that leave conditions as they are where they move nothing.
//
// Conditions that are not defined are as QEMU's, unless docs/ncube2-x86.md says otherwise.
#pragma once

#include "cpu/engine/arithmetic.h"
#include "cpu/engine/flags.h"

#include <bit>

namespace inlet::engine {

/// Beside Flag, in `left` of flags_bits.
enum NarrowFlag : std::uint32_t { flag_parity = 16, flag_half_carry = 32 };

/// The six conditions that words of condition codes stand for: kind, left and right.
inline std::uint32_t six_flags_of(const std::uint32_t *words) {
    const std::uint32_t kind = words[0], left = words[1], right = words[2];
    if ((kind & 0xFF) == flags_bits) return left & 63;
    if (kind == flags_host) // from bit 8 on: carry, 1, parity, 0, half carry, 0, zero, negative
        return flags_of(kind, left, right) | (left & 0x400) >> 6 | (left & 0x1000) >> 7;
    const unsigned shift = kind >> 8;
    std::uint32_t result = left, half = 0;
    switch (kind & 0xFF) {
    case flags_add:
        result = left + right;
        half = left ^ right ^ result;
        break;
    case flags_sub:
        result = left - right;
        half = left ^ right ^ result;
        break;
    case flags_increment:
        result = left + (1u << shift);
        half = left ^ result ^ (1u << shift);
        break;
    case flags_decrement:
        result = left - (1u << shift);
        half = left ^ result ^ (1u << shift);
        break;
    case flags_shift: result = left >> 1; break;
    case flags_shift_sign: result = left >> 1 | (left & 0x80000000); break;
    case flags_shift_left: result = left << 1; break;
    default: break;
    }
    const bool even = std::popcount(result >> shift & 0xFF) % 2 == 0;
    return flags_of(kind, left, right) | (even ? flag_parity : 0u) |
           (half >> shift & 16 ? flag_half_carry : 0u);
}

/// The six conditions.
inline std::uint32_t six_flags(const std::uint32_t *r) { return six_flags_of(r + flag_kind); }

/// Conditions of a result of `bits` bits, with carry and overflow.
inline std::uint32_t result_flags(std::uint32_t result, unsigned bits, bool carry, bool overflow) {
    const std::uint32_t value = result << (32 - bits);
    return (carry ? flag_carry : 0u) | (overflow ? flag_overflow : 0u) |
           (value == 0 ? flag_zero : 0u) | (value >> 31 ? flag_negative : 0u) |
           (std::popcount(result & 0xFF) % 2 == 0 ? flag_parity : 0u);
}

inline std::uint32_t low_bits(unsigned bits) { return 0xFFFFFFFFu >> (32 - bits); }

// Of the low 8, 16 or 32 bits; what is above them in the operands does not matter, and in the
// result it is 0.
inline std::uint32_t narrow_add(std::uint32_t *r, unsigned bits, std::uint32_t a, std::uint32_t b) {
    const unsigned shift = 32 - bits;
    set_flags(r, static_cast<FlagKind>(flags_add | shift << 8), a << shift, b << shift);
    return (a + b) & low_bits(bits);
}
inline std::uint32_t narrow_sub(std::uint32_t *r, unsigned bits, std::uint32_t a, std::uint32_t b) {
    const unsigned shift = 32 - bits;
    set_flags(r, static_cast<FlagKind>(flags_sub | shift << 8), a << shift, b << shift);
    return (a - b) & low_bits(bits);
}
inline std::uint32_t narrow_logic(std::uint32_t *r, unsigned bits, std::uint32_t result) {
    const unsigned shift = 32 - bits;
    set_flags(r, static_cast<FlagKind>(flags_logic | shift << 8), result << shift);
    return result & low_bits(bits);
}
inline std::uint32_t narrow_increment(std::uint32_t *r, unsigned bits, std::uint32_t a) {
    const unsigned shift = 32 - bits;
    set_flags(r, static_cast<FlagKind>(flags_increment | shift << 8), a << shift,
              flags_in(r) & flag_carry);
    return (a + 1) & low_bits(bits);
}
inline std::uint32_t narrow_decrement(std::uint32_t *r, unsigned bits, std::uint32_t a) {
    const unsigned shift = 32 - bits;
    set_flags(r, static_cast<FlagKind>(flags_decrement | shift << 8), a << shift,
              flags_in(r) & flag_carry);
    return (a - 1) & low_bits(bits);
}
/// a + b + carry.
inline std::uint32_t narrow_add_carry(std::uint32_t *r, unsigned bits, std::uint32_t a,
                                      std::uint32_t b) {
    const std::uint32_t mask = low_bits(bits);
    a &= mask, b &= mask;
    const std::uint64_t sum = std::uint64_t{a} + b + (flags_in(r) & flag_carry);
    const std::uint32_t result = static_cast<std::uint32_t>(sum) & mask;
    const bool overflow = (~(a ^ b) & (a ^ result)) >> (bits - 1) & 1;
    set_flags(r, flags_bits,
              result_flags(result, bits, sum >> bits & 1, overflow) |
                  ((a ^ b ^ result) & 16 ? flag_half_carry : 0u));
    return result;
}
/// a - b - carry.
inline std::uint32_t narrow_sub_carry(std::uint32_t *r, unsigned bits, std::uint32_t a,
                                      std::uint32_t b) {
    const std::uint32_t mask = low_bits(bits);
    a &= mask, b &= mask;
    const std::uint64_t difference = std::uint64_t{a} - b - (flags_in(r) & flag_carry);
    const std::uint32_t result = static_cast<std::uint32_t>(difference) & mask;
    const bool overflow = ((a ^ b) & (a ^ result)) >> (bits - 1) & 1;
    set_flags(r, flags_bits,
              result_flags(result, bits, difference >> 63, overflow) |
                  ((a ^ b ^ result) & 16 ? flag_half_carry : 0u));
    return result;
}

/// 32 bits, one more place to the right.
inline std::uint32_t shift_flags(std::uint32_t *r, std::uint32_t a) {
    set_flags(r, flags_shift, a);
    return a >> 1;
}
inline std::uint32_t shift_sign_flags(std::uint32_t *r, std::uint32_t a) {
    set_flags(r, flags_shift_sign, a);
    return ux(sx(a) >> 1);
}

/// The low half of a product of two words with a sign.
inline std::uint32_t product_flags(std::uint32_t *r, std::uint32_t a, std::uint32_t b) {
    const std::int64_t product = std::int64_t{sx(a)} * sx(b);
    const auto low = static_cast<std::uint32_t>(product);
    set_flags(r, flags_product, low, sx(low) != product);
    return low;
}
/// Of the product in HI and LO.
inline void long_product_flags(std::uint32_t *r, bool is_signed) {
    const std::uint32_t low = r[low_word], none = is_signed ? ux(sx(low) >> 31) : 0;
    set_flags(r, flags_product, low, r[high_word] != none);
}
/// The product of two numbers of 8 or 16 bits, with all its bits.
inline std::uint32_t narrow_product(std::uint32_t *r, unsigned bits, bool is_signed,
                                    std::uint32_t a, std::uint32_t b) {
    const unsigned shift = 32 - bits;
    std::uint32_t product, whole;
    if (is_signed) {
        product = ux((sx(a << shift) >> shift) * (sx(b << shift) >> shift));
        whole = ux(sx(product << shift) >> shift);
    } else {
        product = (a & low_bits(bits)) * (b & low_bits(bits));
        whole = product & low_bits(bits);
    }
    const bool more = whole != product;
    set_flags(r, flags_bits, result_flags(product, bits, more, more));
    return product;
}

/// How a shift or rotation goes: the number that the ModRM byte has for it, and 3 + its width's
/// logarithm from bit 3 on.
enum Shift : std::uint32_t { rol, ror, rcl, rcr, shl, shr, sar = 7 };

struct Shifted {
    std::uint32_t value, flags;
    bool changes; ///< the conditions
};

inline Shifted shifted(const std::uint32_t *r, std::uint32_t how, std::uint32_t a,
                       std::uint32_t count) {
    const unsigned bits = how >> 3, shift = 32 - bits;
    const std::uint32_t mask = low_bits(bits), old = six_flags(r);
    a &= mask;
    count &= 31;
    if (count == 0) return {a, old, false};
    const auto top = [&](std::uint32_t value) { return value >> (bits - 1) & 1; };
    const auto rotated = [&](std::uint32_t value, bool carry, bool overflow) -> Shifted {
        return {value,
                (old & ~(flag_carry | flag_overflow)) | std::uint32_t{carry} |
                    std::uint32_t{overflow} << 1,
                true};
    };
    switch (how & 7) {
    case rol: {
        const unsigned n = count % bits;
        const std::uint32_t value = n ? (a << n | a >> (bits - n)) & mask : a;
        return rotated(value, value & 1, top(value) ^ (value & 1));
    }
    case ror: {
        const unsigned n = count % bits;
        const std::uint32_t value = n ? (a >> n | a << (bits - n)) & mask : a;
        return rotated(value, top(value), top(value) ^ (value >> (bits - 2) & 1));
    }
    case rcl:
    case rcr: {
        const unsigned n = count % (bits + 1);
        if (n == 0) return {a, old, false};
        const std::uint64_t all = std::uint64_t{a} | std::uint64_t{old & flag_carry} << bits;
        const unsigned left = (how & 7) == rcl ? n : bits + 1 - n;
        const std::uint64_t turned = all << left | all >> (bits + 1 - left);
        const std::uint32_t value = static_cast<std::uint32_t>(turned) & mask;
        return rotated(value, turned >> bits & 1, top(a ^ value));
    }
    case shl: {
        const std::uint64_t wide = std::uint64_t{a} << count;
        const std::uint32_t value = static_cast<std::uint32_t>(wide) & mask;
        const bool carry = wide >> bits & 1;
        return {value,
                result_flags(value, bits, carry,
                             top(static_cast<std::uint32_t>(wide >> 1)) ^ top(value)),
                true};
    }
    case shr: {
        const std::uint32_t before = count > 32 ? 0 : a >> (count - 1), value = before >> 1;
        return {value, result_flags(value, bits, before & 1, top(before ^ value)), true};
    }
    default: {
        const std::int32_t wide = sx(a << shift) >> shift;
        const auto value = ux(wide >> count) & mask;
        return {value, result_flags(value, bits, ux(wide >> (count - 1)) & 1, false), true};
    }
    }
}
inline std::uint32_t shift_by(std::uint32_t *r, std::uint32_t how, std::uint32_t a,
                              std::uint32_t count) {
    if (how >> 3 == 32 && count & 31) // all but the last place
        switch (const unsigned places = (count & 31) - 1; how & 7) {
        case shl: set_flags(r, flags_shift_left, a << places); return a << places << 1;
        case shr: return shift_flags(r, a >> places);
        case sar: return shift_sign_flags(r, ux(sx(a) >> places));
        default: break;
        }
    const Shifted done = shifted(r, how, a, count);
    if (done.changes) set_flags(r, flags_bits, done.flags);
    return done.value;
}

/// SHLD, SHRD (bit 0 of `how`): bits come in from b; the width is in how from bit 3 on. By `count`
/// and what is in `how` from bit 16 on, of which one is 0.
inline Shifted double_shifted(std::uint32_t how, std::uint32_t a, std::uint32_t b,
                              std::uint32_t count) {
    const unsigned bits = (how & 0xFFFF) >> 3;
    count += how >> 16;
    const std::uint32_t mask = low_bits(bits);
    a &= mask, b &= mask;
    count &= 31;
    if (count == 0) return {a, 0, false};
    const auto top = [&](std::uint32_t value) { return value >> (bits - 1) & 1; };
    std::uint32_t before, value; // before: with one place less
    if (bits == 32) {
        const std::uint64_t wide =
            how & 1 ? std::uint64_t{b} << 32 | a : std::uint64_t{a} << 32 | b;
        before =
            static_cast<std::uint32_t>(how & 1 ? wide >> (count - 1) : wide << (count - 1) >> 32);
        value = static_cast<std::uint32_t>(how & 1 ? wide >> count : wide << count >> 32);
    } else { // beyond 16 places bits come from the first operand again, as QEMU has it
        const std::uint64_t wide = how & 1 ? std::uint64_t{a} << 32 | std::uint64_t{b} << 16 | a
                                           : std::uint64_t{a} << 32 | std::uint64_t{b} << 16 | a;
        before =
            static_cast<std::uint32_t>(how & 1 ? wide >> (count - 1) : wide << (count - 1) >> 32) &
            mask;
        value = static_cast<std::uint32_t>(how & 1 ? wide >> count : wide << count >> 32) & mask;
    }
    const bool carry = how & 1 ? before & 1 : top(before);
    return {value, result_flags(value, bits, carry, top(before) ^ top(value)), true};
}
inline std::uint32_t double_shift(std::uint32_t *r, std::uint32_t how, std::uint32_t a,
                                  std::uint32_t b, std::uint32_t count) {
    const Shifted done = double_shifted(how, a, b, count);
    if (done.changes) set_flags(r, flags_bits, done.flags);
    return done.value;
}

/// Bit b of a becomes the carry, and is then left (0), set (1), cleared (2) or changed (3).
inline std::uint32_t bit_changed(unsigned how, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t bit = 1u << (b & 31);
    return how == 1 ? a | bit : how == 2 ? a & ~bit : how == 3 ? a ^ bit : a;
}
inline std::uint32_t bit_test(std::uint32_t *r, unsigned how, std::uint32_t a, std::uint32_t b) {
    set_flags(r, flags_bits, (six_flags(r) & ~flag_carry) | (a >> (b & 31) & 1));
    return bit_changed(how, a, b);
}
/// The number of the lowest, or the highest, bit of a that is set; d where none is.
inline std::uint32_t bit_scan(std::uint32_t *r, bool from_top, std::uint32_t a, std::uint32_t d) {
    set_flags(r, flags_logic, a);
    if (a == 0) return d;
    return static_cast<std::uint32_t>(from_top ? 31 - std::countl_zero(a) : std::countr_zero(a));
}
/// The carry becomes 0, 1, or its opposite (2).
inline void change_carry(std::uint32_t *r, std::uint32_t how) {
    const std::uint32_t old = six_flags(r), carry = how == 2 ? ~old & 1 : how;
    set_flags(r, flags_bits, (old & ~flag_carry) | carry);
}

/// The conditions as EFLAGS has them, and back.
inline std::uint32_t eflags_of(std::uint32_t six) {
    return (six & flag_carry) | (six & flag_parity) >> 2 | (six & flag_half_carry) >> 1 |
           (six & flag_zero) << 4 | (six & flag_negative) << 4 | (six & flag_overflow) << 10;
}
inline std::uint32_t six_of(std::uint32_t eflags) {
    return (eflags & 1) | (eflags & 4) << 2 | (eflags & 16) << 1 | (eflags & 64) >> 4 |
           (eflags & 128) >> 4 | (eflags & 0x800) >> 10;
}
/// SAHF: all but the overflow, from byte 1 of a.
inline void load_conditions(std::uint32_t *r, std::uint32_t a) {
    set_flags(r, flags_bits, (six_of(a >> 8 & 0xFF)) | (six_flags(r) & flag_overflow));
}

} // namespace inlet::engine
