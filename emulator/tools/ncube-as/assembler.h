// The assembler of the nCUBE/2. It has the syntax of the paper's listings (000 Figures 4-7 to 4-9)
// and of P1, and uses the shortest form of addressing modes. docs/ncube2.md describes the language.
#pragma once

#include "inlet/ncube_elf.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace inlet::ncube {

/// The message is "file:line: reason".
class AssemblyError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Source {
    std::string name;
    std::string text;
};

/// Pieces of a program, in this order.
enum class Section : std::uint8_t { kernel, text, data };
inline constexpr unsigned section_count = 3;
inline constexpr std::uint32_t text_address = user_text;

struct Assembled {
    struct Piece {
        std::uint32_t address = 0;
        std::vector<std::uint8_t> bytes;
    };
    struct Symbol {
        std::string name;
        std::uint32_t value = 0;
        Section section = Section::text;
        bool global = false, absolute = false;
    };
    /// An instruction's line, and the category that its comment names (`!@ check`).
    struct Line {
        std::uint32_t address = 0;
        std::uint32_t source = 0; ///< number of the file
        std::uint32_t line = 0;   ///< from 1
        std::string category;
    };
    std::vector<Piece> pieces; ///< by Section
    std::vector<Symbol> symbols;
    std::vector<Line> lines; ///< by address
    std::vector<std::string> sources;
    std::uint32_t entry = 0;
};

/// Symbols are local to their file unless `.globl` names them. Throws AssemblyError.
Assembled assemble(const std::vector<Source> &sources);
/// The program as ELF32, little-endian, machine 0x6E32: symbols, DWARF lines, and the section
/// `.ncube.lines` with the categories.
std::vector<std::uint8_t> elf(const Assembled &program);

} // namespace inlet::ncube
