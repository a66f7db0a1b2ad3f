// Lazy condition codes: three words with the operation that set them and its operands. A setter
// stores the words, a reader computes. Several words may stand for the same flags; debuggers, traps
// and oracles see only the bits of `flags_of`.
#pragma once

#include "cpu/engine/uop.h"

#include <array>
#include <cstdint>

namespace inlet::engine {

/// Values of register flag_kind. Above the low byte: the left shift of operands of fewer than 32
/// bits, 0, 16 or 24. Compiled code and interpreter may have other words for the same conditions.
enum FlagKind : std::uint32_t {
    flags_bits,  ///< `left` is the four bits themselves (of an x86 six: narrow.h)
    flags_add,   ///< of left + right
    flags_sub,   ///< of left - right; carry is a borrow
    flags_logic, ///< of the result `left`: no carry, no overflow
    // Of an x86 (narrow.h).
    flags_increment,  ///< of left + 1; the carry is `right`
    flags_decrement,  ///< of left - 1; the carry is `right`
    flags_shift,      ///< of `left` moved right one more place; the carry is what it loses
    flags_shift_sign, ///< the same with its sign
    flags_product,    ///< of `left`, of which `right` says whether that is not all of the product
    flags_shift_left, ///< of `left` moved left one more place; the carry is what it loses
    flags_host, ///< `left` is what an x86-64 has: LAHF's byte from bit 8 on, overflow in bit 0
};

/// The bits of flags_of.
enum Flag : std::uint32_t { flag_carry = 1, flag_overflow = 2, flag_zero = 4, flag_negative = 8 };

inline std::uint32_t flags_of(std::uint32_t kind, std::uint32_t left, std::uint32_t right) {
    std::uint32_t result = left, carry = 0, overflow = 0;
    switch (kind & 0xFF) {
    case flags_bits: return left & 15;
    case flags_add:
        result = left + right;
        carry = result < left;
        overflow = (~(left ^ right) & (left ^ result)) >> 31;
        break;
    case flags_sub:
        result = left - right;
        carry = left < right;
        overflow = ((left ^ right) & (left ^ result)) >> 31;
        break;
    case flags_increment:
        result = left + (1u << (kind >> 8));
        carry = right;
        overflow = (~left & result) >> 31;
        break;
    case flags_decrement:
        result = left - (1u << (kind >> 8));
        carry = right;
        overflow = (left & ~result) >> 31;
        break;
    case flags_shift:
    case flags_shift_sign:
        result = (kind & 0xFF) == flags_shift ? left >> 1 : left >> 1 | (left & 0x80000000);
        carry = left & 1;
        overflow = (left ^ result) >> 31;
        break;
    case flags_shift_left:
        result = left << 1;
        carry = left >> 31;
        overflow = (left ^ result) >> 31;
        break;
    case flags_product: carry = overflow = right; break;
    case flags_host: return (left >> 8 & 1) | (left & 1) << 1 | (left >> 14 & 3) << 2;
    default: break;
    }
    return carry | overflow << 1 | std::uint32_t{result == 0} << 2 | result >> 31 << 3;
}

/// Conditions, numbered as SPARC's Bicc has them (The SPARC Architecture Manual, version 8, B.21):
/// the upper eight are the opposites of the lower ones.
enum FlagCondition : std::uint8_t {
    never,
    equal,
    less_or_equal,
    less,
    less_or_equal_unsigned,
    carry_set, ///< less, unsigned
    negative,
    overflow_set,
    always,
    not_equal,
    greater,
    greater_or_equal,
    greater_unsigned,
    carry_clear, ///< greater or equal, unsigned
    positive,
    overflow_clear,
};

/// Whether the flags, as bits, meet a condition.
inline bool flags_meet(std::uint32_t bits, std::uint32_t condition) {
    constexpr auto table = [] {
        std::array<std::uint16_t, 8> table{}; // by condition: bit n for flags n
        for (std::uint32_t f = 0; f < 16; ++f) {
            const bool c = f & flag_carry, v = f & flag_overflow, z = f & flag_zero,
                       n = f & flag_negative;
            const bool holds[] = {false, z, z || n != v, n != v, c || z, c, n, v};
            for (unsigned i = 0; i < 8; ++i)
                table[i] = static_cast<std::uint16_t>(table[i] | unsigned{holds[i]} << f);
        }
        return table;
    }();
    return ((table[condition & 7] >> bits & 1) != 0) != (condition >= 8);
}

// PowerPC's condition register: eight fields of four bits, a register each.

/// One bit of a field becomes a function of a bit of S and one of T. `how` is the function as a
/// table, bit 2 * s + t; from bit 4 on, two bits each, the places of the bits in S, T and D.
inline std::uint32_t field_logic(std::uint32_t d, std::uint32_t s, std::uint32_t t,
                                 std::uint32_t how) {
    const std::uint32_t index = (s >> (how >> 4 & 3) & 1) << 1 | (t >> (how >> 6 & 3) & 1);
    const std::uint32_t place = how >> 8 & 3;
    return (d & ~(1u << place)) | (how >> index & 1) << place;
}
/// The whole register.
inline std::uint32_t gather_fields(const std::uint32_t *fields) {
    std::uint32_t all = 0;
    for (unsigned i = 0; i < 8; ++i) all = all << 4 | (fields[i] & 15);
    return all;
}
/// The fields whose bit is set in `mask`, the first field's from the left, become those of `all`.
inline void scatter_fields(std::uint32_t *fields, std::uint32_t all, std::uint32_t mask) {
    for (unsigned i = 0; i < 8; ++i)
        if (mask >> (7 - i) & 1) fields[i] = all >> (28 - 4 * i) & 15;
}

// Of a register file.
inline std::uint32_t flags_in(const std::uint32_t *r) {
    return flags_of(r[flag_kind], r[flag_left], r[flag_right]);
}
inline void set_flags(std::uint32_t *r, FlagKind kind, std::uint32_t left,
                      std::uint32_t right = 0) {
    r[flag_kind] = kind;
    r[flag_left] = left;
    r[flag_right] = right;
}

// Results, with their flags.
inline std::uint32_t add_flags(std::uint32_t *r, std::uint32_t a, std::uint32_t b) {
    set_flags(r, flags_add, a, b);
    return a + b;
}
inline std::uint32_t sub_flags(std::uint32_t *r, std::uint32_t a, std::uint32_t b) {
    set_flags(r, flags_sub, a, b);
    return a - b;
}
inline std::uint32_t logic_flags(std::uint32_t *r, std::uint32_t result) {
    set_flags(r, flags_logic, result);
    return result;
}
/// The four bits as they are, of a result and of the carries out of bit 31 and into it.
inline void set_bits(std::uint32_t *r, std::uint32_t result, bool carry, bool overflow) {
    set_flags(r, flags_bits,
              std::uint32_t{carry} | std::uint32_t{overflow} << 1 |
                  std::uint32_t{result == 0} << 2 | result >> 31 << 3);
}
/// a + b + carry.
inline std::uint32_t add_carry_flags(std::uint32_t *r, std::uint32_t a, std::uint32_t b) {
    const std::uint64_t sum = std::uint64_t{a} + b + (flags_in(r) & flag_carry);
    const auto result = static_cast<std::uint32_t>(sum);
    set_bits(r, result, sum >> 32, (~(a ^ b) & (a ^ result)) >> 31);
    return result;
}
/// MULScc (The SPARC Architecture Manual, version 8, B.17): `a` moves right, with N xor V at its
/// top, and adds `b` where the low bit of HI is set; HI moves right, with the bit that `a` has
/// lost.
inline std::uint32_t multiply_step(std::uint32_t *r, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t bits = flags_in(r);
    const std::uint32_t top = (bits >> 3 ^ bits >> 1) & 1;
    const std::uint32_t add = r[high_word] & 1 ? b : 0;
    r[high_word] = a << 31 | r[high_word] >> 1;
    return add_flags(r, top << 31 | a >> 1, add);
}
/// a - b - carry.
inline std::uint32_t sub_carry_flags(std::uint32_t *r, std::uint32_t a, std::uint32_t b) {
    const std::uint64_t difference = std::uint64_t{a} - b - (flags_in(r) & flag_carry);
    const auto result = static_cast<std::uint32_t>(difference);
    set_bits(r, result, difference >> 63, ((a ^ b) & (a ^ result)) >> 31);
    return result;
}

} // namespace inlet::engine
