// Finds the callers of code that keeps no chain of frames, by a program's call frame information
// (DWARF, section .debug_frame).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace inlet {

/// The call frame information of one program. It is read on first use; copies share it. Without it,
/// or where it is damaged, no caller is known.
class CallFrames {
  public:
    /// Registers by DWARF's numbers (System V, i386: 4 is ESP, 8 the return address); empty:
    /// unknown.
    static constexpr std::size_t stack = 4, return_address = 8;
    using Registers = std::array<std::optional<std::uint32_t>, 9>;
    /// Reads a word of the node's memory, in the processor's byte order.
    using Word = std::function<std::optional<std::uint32_t>(std::uint32_t address)>;

    CallFrames();
    /// `file`: the bytes of the program's file (Image::file), an ELF of little byte order.
    explicit CallFrames(std::shared_ptr<const std::vector<std::uint8_t>> file);

    /// The registers of the caller, in front of its next instruction, from those at `pc`. Empty:
    /// nothing is known of `pc`, or its code was not called but interrupted something.
    std::optional<Registers> caller(std::uint32_t pc, const Registers &here,
                                    const Word &word) const;

    /// Whether `pc` is in code with call frame information.
    bool covers(std::uint32_t pc) const;

  private:
    struct Table;
    std::shared_ptr<Table> table_;
};

} // namespace inlet
