// isa/base/x86_32.json: instructions by opcode bytes, not by bits of a word.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace inlet::isa {

/// The compiler's builtin __builtin_ncube2_<name of the instruction>.
struct X86Builtin {
    std::vector<std::string> parameters; ///< names of its words
    bool returns = false;                ///< a word
    std::string text;
};

/// An instruction in one of its forms.
struct X86Row {
    unsigned opcode = 0;    ///< of two bytes (0F xx): 0x100 + the second
    bool in_opcode = false; ///< its low three bits are a register
    unsigned prefix = 0;    ///< that it must have: 0xF2, 0xF3; 0: none
    int reg = -1;           ///< field reg of the ModRM byte that it must have
    int modrm = -1;         ///< the whole ModRM byte that it must have
    std::string rm = "any"; ///< the r/m operand: any, register, memory
    std::string name, cost;
    std::string as;     ///< the file of xnet/ whose instruction it is
    std::string number; ///< the machine file's member with its cycles
    std::optional<X86Builtin> builtin;
    std::vector<std::string> operands;
    unsigned accesses = 0;                ///< of memory, always
    unsigned memory = 0;                  ///< the same, more where the r/m operand is memory
    std::string reads, writes, undefined; ///< conditions: letters of "oszapc"
};

struct X86CostKey {
    std::string name, text;
};

struct X86Set {
    std::vector<X86CostKey> cost_keys;
    std::vector<X86Row> rows;

    /// Throws DataError with every fault found.
    static X86Set load(const std::filesystem::path &isa);
};

/// x86.h: the emulator's decoder tables (namespace inlet::isa::x86).
std::string x86_header(const X86Set &set);

/// X86XNetGenInstrs.td: the forms of UD1 and UD0, for the LLVM series.
std::string x86_llvm_instructions(const X86Set &set);

/// Lines of IntrinsicsXNET.td and of BuiltinsXNetX86.def for the rows with a builtin.
std::string x86_intrinsics(const X86Set &set);
std::string x86_builtins(const X86Set &set);

} // namespace inlet::isa
