// Decodes and disassembles the instruction words of LLVM's Lanai. The formats are those of LLVM
// 19's LanaiInstrFormats.td.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace inlet::lanai {

/// Registers with a meaning of their own.
enum Register : std::uint8_t {
    zero_register = 0,
    ones_register = 1, ///< reads as all ones
    pc_register = 2,   ///< reads as the address of the instruction that reads it
    stack_register = 4,
    frame_register = 5,
    first_argument = 6,
    result_register = 8,
};

/// The format of a word. It determines what the instruction does.
enum class Format : std::uint8_t {
    immediate,  ///< RI: rd = rs op constant
    registers,  ///< RR: rd = rs op rt, if the condition holds
    select,     ///< SEL: rd = condition ? rs : rt
    count_bits, ///< popc, leadz, trailz
    memory,     ///< RM, RRM, SLS, SPLS: loads and stores
    constant,   ///< SLI: rd = 21 bits
    branch,     ///< BR: to an absolute address
    relative,   ///< BRR: to rs + constant
    set,        ///< SCC: rd = condition
};

/// The operation of RI, RR and of the address of RRM, numbered as in the words.
enum class Alu : std::uint8_t { add, addc, sub, subb, band, bor, bxor, shift, shift_arithmetic };

enum class Count : std::uint8_t { population = 1, leading_zeros, trailing_zeros };

struct Word {
    Format format{};
    Alu alu{};
    Count count{};
    std::uint8_t condition = 0; ///< DDDI; 0 holds always, 1 never
    bool flags = false;         ///< sets the condition bits
    bool has_immediate = false; ///< the second operand is `imm`
    std::uint8_t rd = 0, rs = 0, rt = 0;
    std::uint32_t imm =
        0; ///< the value used: shifted and extended; of a branch: target or distance
    // Format::memory.
    bool store = false;
    bool adds = false;         ///< the address is rs op the second operand; otherwise rs
    bool writes_back = false;  ///< rs becomes rs op the second operand
    bool zero_extends = false; ///< of loads of less than a word
    std::uint8_t bytes = 4;    ///< 1, 2 or 4
};

/// Empty: not an instruction.
std::optional<Word> parse(std::uint32_t word);

/// The instruction as LLVM's disassembler prints it, with one space after the mnemonic.
std::string disassemble(std::uint32_t word);

} // namespace inlet::lanai
