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
    std::uint8_t reg = 0;    ///< of the modes with a register
    std::uint8_t extra = 0;  ///< bytes behind the mode's own
    std::uint64_t value = 0; ///< literal and offsets: sign-extended to 32 bits; immediate

    bool operator==(const Operand &) const = default;
    bool is_constant() const { return mode == Mode::literal || mode == Mode::immediate; }
    /// The address is in memory itself.
    bool is_deferred() const;
};

/// Why bytes are no instruction, or one that raises an exception whatever the registers are.
enum class Bad : std::uint8_t {
    none,
    truncated, ///< the text ends inside of it
    opcode,    ///< reserved
    floating,  ///< P1's floating point, not emulated
    broadcast, ///< BPTR, BCNT, not emulated
    mode,      ///< reserved addressing mode
    operand,   ///< a constant as destination or as target, or REP of something else than a register
};
const char *describe(Bad bad);

/// Bytes of an instruction, at most: escape, opcode, three operands of 6 (an immediate double: 10).
inline constexpr unsigned longest_instruction = 2 + 10 + 6 + 6;

struct Instruction {
    const Row *row = nullptr;
    std::uint8_t count = 0;  ///< operands
    std::uint8_t length = 0; ///< bytes; of a bad one as far as it was understood
    Bad bad = Bad::none;
    std::array<Operand, 3> operands{};
};

/// `bytes` go as far as memory does, or longest_instruction.
Instruction decode(std::span<const std::uint8_t> bytes);
/// The bytes of an instruction whose operands have their `extra`. What decode() gives comes back.
std::vector<std::uint8_t> encode(const Instruction &in);
/// The operand's mode byte and what follows it.
void encode(const Operand &operand, std::vector<std::uint8_t> &to);

/// As the assembler reads it back. Branches relative to the instruction name their target.
std::string text(const Instruction &in, std::uint32_t pc);

/// Memory accesses as the paper counts them: one for each operand, 64 bits once (000 Table 4-4).
/// An operand that is read and written counts twice, an address in memory once more.
unsigned accesses(const Operand &operand, Use use);
unsigned accesses(const Instruction &in);

} // namespace inlet::ncube
