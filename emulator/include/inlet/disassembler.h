// Disassembles instruction words.
#pragma once

#include "inlet/features.h"
#include "inlet/image.h"
#include "inlet/isa/t1_isa.h"
#include "inlet/observer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// The row of isa/'s tables that `word` matches on a processor, or nullptr if there is none.
/// Floating-point rows match whether or not the processor has them.
const isa::Encoding *find_encoding(std::uint32_t word, mips::Features processor = {true, true});

/// The instruction's name without operands; "(unknown)".
std::string mnemonic(std::uint32_t word, Processor processor);

/// Text in the style of the GNU tools, targets of branches by name: "bnez $v0, am_wait+0x8". The
/// base processor's instructions come from Capstone, the network's from their templates in
/// isa/xnet. Instructions that `processor` lacks are marked.
class Disassembler {
  public:
    /// `names` gives the targets' names; it must live as long as this.
    explicit Disassembler(const Image &names, mips::Features processor = {true, true});
    /// Text of an executed instruction.
    std::string text(const InstructionEvent &event) const;
    /// Text of an instruction of which only the first four bytes are known. A longer one is
    /// completed from the program if the program has `word` at `pc`.
    std::string text(std::uint32_t pc, std::uint32_t word) const;
    /// An instruction of the program: its first four bytes, zero-padded, and its length. Bytes that
    /// are no instruction count as one of the shortest length.
    struct Listed {
        std::uint32_t word, bytes;
    };
    std::optional<Listed> in_program(std::uint32_t pc) const;

  private:
    const Image &names_;
    mips::Features processor_;
};

} // namespace inlet
