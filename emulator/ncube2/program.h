// A program of the nCUBE/2 as inlet-ncube-as writes it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace inlet::ncube2 {

struct Program {
    struct Piece {
        std::uint32_t address = 0;
        std::vector<std::uint8_t> bytes;
    };
    struct Line {
        std::string file;
        std::uint32_t number = 0;
        std::string category; ///< empty: none
    };
    std::string name; ///< of the file
    std::uint32_t entry = 0;
    std::vector<Piece> pieces;
    std::map<std::string, std::uint32_t> symbols;
    std::map<std::uint32_t, std::string> labels; ///< of code, by address
    std::map<std::uint32_t, Line> lines;         ///< by address of the instruction

    /// Throws UserError where the bytes are no program of an nCUBE/2 with so much memory.
    static Program read(const std::string &path, std::uint32_t memory_bytes);
    static Program from(const std::string &name, std::span<const std::uint8_t> elf,
                        std::uint32_t memory_bytes);

    std::optional<std::uint32_t> symbol(const std::string &name) const;
    const Line *line(std::uint32_t address) const;
    /// "send+8 (kernel.s:80)", as far as it is known.
    std::string place(std::uint32_t address) const;
};

} // namespace inlet::ncube2
