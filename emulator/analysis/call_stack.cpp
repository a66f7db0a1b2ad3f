#include "analysis/call_stack.h"

#include "inlet/disassembler.h"

#include <algorithm>

namespace inlet {

namespace {

/// Code that calls and never returns must not fill the memory, nor must jumps through tables search
/// it all.
constexpr std::size_t deepest = 1u << 20;
constexpr std::size_t farthest = 16;

enum class Transfer { none, call, by_register };

Transfer transfer_of(std::uint32_t word) {
    const isa::Encoding *row = find_encoding(word);
    if (row == nullptr) return Transfer::none;
    switch (row->op) {
    case isa::Mips::JAL:
    case isa::Mips::JALR:
    case isa::Mips::BGEZAL:
    case isa::Mips::BLTZAL:
    case isa::Mips::BGEZALL:
    case isa::Mips::BLTZALL: return Transfer::call;
    case isa::Mips::JR: return Transfer::by_register;
    default: return Transfer::none;
    }
}

/// Opcodes of which transfer_of() can be anything but none; the tables are looked at only for
/// these.
bool may_transfer(std::uint32_t word) {
    const std::uint32_t opcode = word >> 26;
    return opcode == 3 || opcode == 1 ||
           (opcode == 0 && ((word & 0x3f) == 8 || (word & 0x3f) == 9));
}

} // namespace

void CallStack::step(std::uint32_t pc, std::uint32_t word, std::uint64_t cycle,
                     std::uint64_t mark) {
    // A jump takes effect after the instruction in its slot; an event between the two executes it
    // again.
    if (last_.pc == before_.pc + 4 && pc != last_.pc + 4 && may_transfer(before_.word)) {
        switch (transfer_of(before_.word)) {
        case Transfer::none: break;
        case Transfer::call:
            if (frames_.size() < deepest) frames_.push_back({pc, before_.pc + 8, cycle, mark});
            break;
        case Transfer::by_register:
            // A return, if it goes where a call came from. Functions that others left by a tail
            // call go with it.
            for (std::size_t n = 1; n <= std::min(frames_.size(), farthest); ++n) {
                if (frames_[frames_.size() - n].resume != pc) continue;
                frames_.resize(frames_.size() - n);
                break;
            }
        }
    }
    before_ = last_;
    last_ = {pc, word};
}

} // namespace inlet
