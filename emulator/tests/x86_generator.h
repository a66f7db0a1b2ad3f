// Random x86 instructions and operands, for tests. Memory operands are at EBP or ESP plus a
// displacement, or at an address; with draw_registers() they have every form. No instruction writes
// EBP or a register that was drawn, and only pushes and pops change ESP.
#pragma once

#include "cpu/x86/instruction_set.h"
#include "x86_core.h"

#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

namespace inlet::x86_test {

using isa::x86::Encoding;
using isa::x86::Op;
using isa::x86::Operand;

class Generator {
  public:
    Generator(std::uint32_t seed, bool (*is_tried)(const Encoding &)) : random_(seed) {
        for (const Encoding &row : isa::x86::encodings)
            if (is_tried(row)) rows_.push_back(&row);
    }

    /// Two registers that addresses have from now on: a pointer to data, and an index. The caller
    /// sets them to pointer() and index().
    void draw_registers() {
        static constexpr unsigned others[] = {0, 1, 2, 3, 6, 7}; // not ESP and EBP
        pointer_register = others[random_() % 6];
        do index_register = others[random_() % 6];
        while (index_register == pointer_register);
        const std::uint64_t one = 1;
        drawn_ = one << x86::general(pointer_register) | one << x86::general(index_register);
    }
    bool has_drawn() const { return drawn_ != 0; }
    /// Of a random number.
    static std::uint32_t pointer(std::uint32_t random) { return data + 0x1000 + random % 16; }
    static std::uint32_t index(std::uint32_t random) { return random % 0x80 - 0x40; }
    unsigned pointer_register = 0, index_register = 0; ///< as they are encoded

    /// An instruction with a register, or memory of a form above, as its operand.
    std::vector<std::uint8_t> instruction() {
        for (;;) {
            const Encoding &row = *rows_[random_() % rows_.size()];
            std::vector<std::uint8_t> bytes = made(row);
            const engine::Instruction in = x86::decode(padded(bytes), code, {});
            if (in.kind == engine::Kind::illegal || in.kind == engine::Kind::absent) continue;
            constexpr std::uint64_t kept = std::uint64_t{1} << x86::ebp | std::uint64_t{1}
                                                                              << x86::esp;
            const bool stack = row.op == Op::PUSH || row.op == Op::POP || row.op == Op::PUSHF;
            if (in.writes & (stack ? std::uint64_t{1} << x86::ebp : kept)) continue;
            if (in.writes & drawn_) continue;
            if (stack && (in.rd == 4 || (in.rs == 4 && !x86::is_memory(in)))) continue;
            const bool exchanges = row.op == Op::CMPXCHG && !x86::is_memory(in);
            if (exchanges && (bytes[in.length - 1] & 6) == 4) continue; // ESP and EBP
            if (exchanges && is_drawn(bytes[in.length - 1] & 7u)) continue;
            if (row.op == Op::CMPXCHG && is_drawn(0)) continue; // EAX
            if (row.op == Op::CMPXCHG8B && (is_drawn(0) || is_drawn(2))) continue;
            bytes.resize(in.length);
            return bytes;
        }
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }
    /// Numbers near limits, or arbitrary ones.
    std::uint32_t value() {
        static constexpr std::uint32_t ends[] = {0,    1,    0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 31,
                                                 0x7F, 0x80, 0x7FFF,     0x8000,     0xFFFF,     8};
        return random_() % 3 ? bits() : ends[random_() % std::size(ends)];
    }
    static std::vector<std::uint8_t> padded(std::vector<std::uint8_t> bytes) {
        bytes.resize(std::max<std::size_t>(bytes.size(), 16));
        return bytes;
    }

  private:
    std::vector<std::uint8_t> made(const Encoding &row) {
        std::vector<std::uint8_t> bytes;
        const auto put = [&](std::uint32_t value, unsigned size) {
            for (unsigned i = 0; i < size; ++i)
                bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        };
        if (random_() % 4 == 0 && row.cost < isa::x86::CostKey::port) put(0x66, 1);
        if (row.prefix) put(row.prefix, 1);
        if (row.opcode >= 0x100) put(0x0F, 1);
        put((row.opcode & 0xFF) + (row.in_opcode ? random_() % 8 : 0), 1);
        const auto is_offset = [](Operand operand) {
            return operand == Operand::Ob || operand == Operand::Ov;
        };
        if (is_offset(row.operands[0]) || is_offset(row.operands[1])) {
            put(data + (bits() & 0xFFF), 4);
        } else if (row.modrm >= 0) {
            put(static_cast<std::uint32_t>(row.modrm), 1);
        } else {
            const auto reg = row.reg >= 0 ? static_cast<std::uint32_t>(row.reg) : bits() & 7;
            const bool memory =
                row.rm == isa::x86::Rm::memory || (row.rm == isa::x86::Rm::any && random_() % 2);
            if (!memory)
                put(0xC0 | reg << 3 | (bits() & 7), 1);
            else
                put_address(reg, put);
        }
        for (unsigned i = 0; i < 4; ++i) put(value(), 4); // immediates
        return bytes;
    }

    /// Or a register of which it is a byte.
    bool is_drawn(unsigned number) const {
        return (drawn_ >> x86::general(number) | drawn_ >> x86::general(number & 3)) & 1;
    }

    /// Every form that has a register which was drawn.
    template <typename Put> void put_drawn(std::uint32_t reg, const Put &put) {
        constexpr unsigned esp = 4, ebp = 5; // as they are encoded; also no index, and no base
        const std::uint32_t mode = random_() % 3, scale = random_() % 4;
        const auto sib = [&](std::uint32_t base, std::uint32_t index, std::uint32_t times) {
            put(mode << 6 | reg << 3 | 4, 1);
            put(times << 6 | index << 3 | base, 1);
        };
        const std::uint32_t distance = bits() % 0x800 - 0x400;
        switch (random_() % 8) {
        case 0: put(mode << 6 | reg << 3 | pointer_register, 1); break;
        case 1: sib(pointer_register, esp, scale); break;
        case 2: sib(index_register, pointer_register, 0); break;
        case 3: sib(esp, index_register, scale); break;
        case 4:
            put(reg << 3 | 4, 1), put(scale << 6 | index_register << 3 | ebp, 1);
            return put(data + 0x1000 + distance, 4);
        case 5:
            if (mode) {
                sib(ebp, index_register, scale);
                break;
            }
            [[fallthrough]];
        default: sib(pointer_register, index_register, scale); break;
        }
        if (mode) put(distance, mode == 1 ? 1 : 4);
    }

    /// [ebp + 8 or 32 bits], [esp + 8 bits], or an address alone.
    template <typename Put> void put_address(std::uint32_t reg, const Put &put) {
        if (drawn_ && random_() % 3) return put_drawn(reg, put);
        switch (random_() % 4) {
        case 0: return put(0x45 | reg << 3 | (bits() & 0x7F) << 8, 2);
        case 1: put(0x85 | reg << 3, 1); return put(bits() & 0x7FF, 4);
        case 2: return put(0x2444 | reg << 3 | (bits() & 0x7F) << 16, 3);
        default: put(0x05 | reg << 3, 1); return put(data + (bits() & 0xFFF), 4);
        }
    }

    std::mt19937 random_;
    std::uint64_t drawn_ = 0; ///< bits of registers
    std::vector<const Encoding *> rows_;
};

} // namespace inlet::x86_test
