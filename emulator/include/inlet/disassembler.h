// Instruction words as people write them.
#pragma once

#include "inlet/features.h"
#include "inlet/image.h"
#include "inlet/isa/t1_isa.h"
#include "inlet/observer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// The row of isa/'s tables that `word` belongs to on a processor, or nullptr: it has no such
/// instruction. (Floating point is looked up whether it has it or not.)
const isa::Encoding *find_encoding(std::uint32_t word, mips::Features processor = {true, true});

/// The instruction's name without operands; "(unknown)".
std::string mnemonic(std::uint32_t word, Processor processor);

/// Text in the style of the GNU tools, targets of branches by name: "bnez $v0, am_wait+0x8". The
/// base processor's instructions come from Capstone, the network's from their templates in
/// isa/xnet. What only others than `processor` have says so.
class Disassembler {
  public:
    /// `names` gives the targets' names; it must live as long as this.
    explicit Disassembler(const Image &names, mips::Features processor = {true, true});
    ~Disassembler();
    Disassembler(const Disassembler &) = delete;
    Disassembler &operator=(const Disassembler &) = delete;

    /// Of an instruction that was executed.
    std::string text(const InstructionEvent &event) const;
    /// Where only the first four bytes are known: what is longer is taken from the program, if it
    /// begins there as `word` does.
    std::string text(std::uint32_t pc, std::uint32_t word) const;
    /// What the program has at an address: the first four bytes of the instruction, zeros behind
    /// its end, and how many it has; what is no instruction has as many as the shortest.
    struct Listed {
        std::uint32_t word, bytes;
    };
    std::optional<Listed> in_program(std::uint32_t pc) const;

  private:
    std::string base(std::uint32_t pc, std::uint32_t word, const isa::Encoding *row) const;
    std::string plain(std::uint32_t pc, std::uint32_t word, const isa::Encoding &row) const;
    std::string extension(std::uint32_t pc, std::uint32_t word, const isa::Encoding &row) const;
    std::string operand(std::uint32_t pc, std::uint32_t word, const isa::OperandField &field) const;

    const Image &names_;
    mips::Features processor_;
    std::size_t capstone_ = 0; ///< csh; 0 where Capstone cannot be had
};

} // namespace inlet
