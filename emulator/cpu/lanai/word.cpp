#include "cpu/lanai/word.h"

namespace inlet::lanai {

namespace {

constexpr std::uint32_t bits(std::uint32_t word, unsigned high, unsigned low) {
    return word >> low & ((2u << (high - low)) - 1);
}
constexpr std::uint8_t small(std::uint32_t word, unsigned high, unsigned low) {
    return static_cast<std::uint8_t>(bits(word, high, low));
}
constexpr std::uint32_t extended(std::uint32_t value, unsigned width) {
    const std::uint32_t sign = 1u << (width - 1);
    return (value ^ sign) - sign;
}

constexpr std::uint8_t special = 7; ///< AAA and BBB: shifts, and SELECT

/// The shift that JJJJJ stands for.
std::optional<Alu> shift_of(std::uint32_t jjjjj) {
    if (jjjjj == 0x10) return Alu::shift;
    if (jjjjj == 0x18) return Alu::shift_arithmetic;
    return {};
}

/// A word of a format that has Rd and Rs1 in their usual bits.
Word with_registers(Format format, std::uint32_t word) {
    Word w;
    w.format = format;
    w.rd = small(word, 27, 23);
    w.rs = small(word, 22, 18);
    return w;
}

Word immediate(std::uint32_t word) {
    Word w = with_registers(Format::immediate, word);
    w.flags = bits(word, 17, 17);
    w.has_immediate = true;
    const bool high = bits(word, 16, 16);
    const std::uint32_t half = bits(word, 15, 0), placed = high ? half << 16 : half;
    const std::uint8_t operation = small(word, 30, 28);
    if (operation == special) {
        w.alu = high ? Alu::shift_arithmetic : Alu::shift;
        w.imm = extended(half, 16);
        return w;
    }
    w.alu = static_cast<Alu>(operation);
    w.imm = w.alu == Alu::band ? placed | (high ? 0xFFFFu : 0xFFFF0000u) : placed;
    return w;
}

std::optional<Word> registers(std::uint32_t word) {
    Word w = with_registers(Format::registers, word);
    w.rt = small(word, 15, 11);
    w.flags = bits(word, 17, 17);
    w.condition = static_cast<std::uint8_t>(bits(word, 2, 0) << 1 | bits(word, 16, 16));
    const std::uint8_t operation = small(word, 10, 8), jjjjj = small(word, 7, 3);
    if (operation != special) {
        w.alu = static_cast<Alu>(operation);
        return jjjjj == 0 ? std::optional(w) : std::nullopt;
    }
    if (jjjjj == 0) {
        w.format = Format::select;
        return w.flags ? std::nullopt : std::optional(w);
    }
    const auto shift = shift_of(jjjjj);
    if (!shift) return {};
    w.alu = *shift;
    return w;
}

std::optional<Word> count_bits(std::uint32_t word) {
    Word w = with_registers(Format::count_bits, word);
    const std::uint32_t what = bits(word, 2, 0);
    if (bits(word, 17, 3) != 0 || what < 1 || what > 3) return {};
    w.count = static_cast<Count>(what);
    return w;
}

void mode(Word &w, std::uint32_t pq) {
    w.adds = pq & 2;
    w.writes_back = pq & 1;
}

Word memory_immediate(std::uint32_t word) {
    Word w = with_registers(Format::memory, word);
    w.store = bits(word, 28, 28);
    w.has_immediate = true;
    w.imm = extended(bits(word, 15, 0), 16);
    mode(w, bits(word, 17, 16));
    return w;
}

std::optional<Word> memory_registers(std::uint32_t word) {
    Word w = with_registers(Format::memory, word);
    w.rt = small(word, 15, 11);
    w.store = bits(word, 28, 28);
    mode(w, bits(word, 17, 16));
    const std::uint8_t operation = small(word, 10, 8), jjjjj = small(word, 7, 3);
    const std::uint32_t yl = bits(word, 2, 1);
    w.zero_extends = bits(word, 0, 0);
    if (operation == special) {
        const auto shift = shift_of(jjjjj);
        if (!shift) return {};
        w.alu = *shift;
    } else {
        w.alu = static_cast<Alu>(operation); // JJJJJ is ignored
    }
    if (yl == 3 || (w.store && w.zero_extends)) return {};
    w.bytes = yl == 1 ? 4 : yl == 0 ? 2 : 1;
    if (operation == special && w.bytes != 4)
        return {}; // RRM: a shifted address only with whole words
    return w;
}

std::optional<Word> branch(std::uint32_t word) {
    Word w;
    w.condition = static_cast<std::uint8_t>(bits(word, 27, 25) << 1 | bits(word, 0, 0));
    if (bits(word, 1, 1) == 0) {
        w.format = Format::branch;
        w.imm = bits(word, 24, 2) << 2;
        return w;
    }
    w.rs = small(word, 22, 18);
    if (bits(word, 24, 24)) {
        w.format = Format::relative;
        w.imm = extended(bits(word, 15, 2), 14) << 2;
        return bits(word, 23, 23) || bits(word, 17, 16) ? std::nullopt : std::optional(w);
    }
    w.format = Format::set;
    w.rd = w.rs;
    w.rs = 0;
    return bits(word, 23, 23) || bits(word, 17, 2) ? std::nullopt : std::optional(w);
}

std::optional<Word> special_memory(std::uint32_t word) {
    Word w;
    w.format = Format::memory;
    w.rd = small(word, 27, 23);
    const std::uint32_t address = bits(word, 22, 18) << 16 | bits(word, 15, 0);
    w.has_immediate = true;
    w.adds = true;
    switch (bits(word, 17, 16)) {
    case 0:
    case 1: // SLS: the low bits of the address are ignored
        w.store = bits(word, 16, 16);
        w.imm = address & ~3u;
        return w;
    case 2: // SLI
        w.format = Format::constant;
        w.imm = address;
        return w;
    default: break;
    }
    if (bits(word, 15, 15)) return {};
    w.rs = small(word, 22, 18);
    w.bytes = bits(word, 14, 14) ? 1 : 2;
    w.store = bits(word, 13, 13);
    w.zero_extends = bits(word, 12, 12);
    w.imm = extended(bits(word, 9, 0), 10);
    mode(w, bits(word, 11, 10));
    return w.store && w.zero_extends ? std::nullopt : std::optional(w);
}

} // namespace

std::optional<Word> parse(std::uint32_t word) {
    switch (word >> 28) {
    case 0x8:
    case 0x9: return memory_immediate(word);
    case 0xA:
    case 0xB: return memory_registers(word);
    case 0xC: return registers(word);
    case 0xD: return count_bits(word);
    case 0xE: return branch(word);
    case 0xF: return special_memory(word);
    default: return immediate(word);
    }
}

} // namespace inlet::lanai
