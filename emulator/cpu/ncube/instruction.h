// One decoded instruction of the nCUBE/2: an opcode and up to three operands (P1 4.7).
#pragma once

#include "cpu/ncube/operations.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace inlet::ncube {

/// Addressing modes (P1 4.7.2).
enum class Mode : std::uint8_t {
    literal,      ///< #n, -32 to 31
    indirect,     ///< (r)
    skip,         ///< (r)++: then r += next register
    increment,    ///< (r)+
    increment_at, ///< @(r)+
    offset,       ///< d(r)
    offset_at,    ///< @d(r)
    reg,          ///< r
    decrement,    ///< -(r)
    pc_offset,    ///< d(pc): relative to the instruction's own address
    pc_offset_at, ///< @d(pc)
    sp_offset,    ///< d(sp)
    sp_offset_at, ///< @d(sp)
    direct,       ///< an address, unsigned
    direct_at,    ///< @address
    stack,        ///< stk: push or pop
    immediate,    ///< #n of the operand's own size
};

struct Operand {
    Mode mode = Mode::literal;
    std::uint8_t reg = 0;    ///< register, in modes that have one
    std::uint8_t extra = 0;  ///< bytes after the mode byte
    std::uint64_t value = 0; ///< literal and offsets: sign-extended to 32 bits; immediate

    bool operator==(const Operand &) const = default;
    bool is_constant() const { return mode == Mode::literal || mode == Mode::immediate; }
    /// Whether the operand's address is itself in memory.
    bool is_deferred() const;
};

/// Why bytes are not an instruction, or always raise an exception.
enum class Bad : std::uint8_t {
    none,
    truncated, ///< the text ends within the instruction
    opcode,    ///< reserved
    floating,  ///< P1's floating point, not emulated
    broadcast, ///< BPTR, BCNT, not emulated
    mode,      ///< reserved addressing mode
    operand,   ///< a constant as destination or target, or REP of an operand that is not a register
};
const char *describe(Bad bad);

/// The largest size of an instruction: escape, opcode, three operands of 6 bytes (an immediate
/// double: 10).
inline constexpr unsigned longest_instruction = 2 + 10 + 6 + 6;

struct Instruction {
    const Row *row = nullptr;
    std::uint8_t count = 0;  ///< operands
    std::uint8_t length = 0; ///< bytes; of a bad instruction, the bytes decoded so far
    Bad bad = Bad::none;
    std::array<Operand, 3> operands{};
};

/// Decodes `bytes`, which extend to the end of memory or have longest_instruction bytes.
Instruction decode(std::span<const std::uint8_t> bytes);
/// Encodes an instruction whose operands have their `extra`. Inverse of decode().
std::vector<std::uint8_t> encode(const Instruction &in);
/// Appends the operand's mode byte and its extra bytes.
void encode(const Operand &operand, std::vector<std::uint8_t> &to);

/// The instruction in assembler syntax. Relative branches name their target.
std::string text(const Instruction &in, std::uint32_t pc);

/// Memory accesses as the paper counts them: one for each operand, also for 64 bits (000 Table
/// 4-4). An operand that is read and written counts twice; a deferred address adds one.
unsigned accesses(const Operand &operand, Use use);
unsigned accesses(const Instruction &in);

} // namespace inlet::ncube
