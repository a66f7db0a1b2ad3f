#include "analysis/call_stack.h"

#include "inlet/instruction_class.h"

#include <algorithm>

namespace inlet {

namespace {

/// Code that calls and never returns must not fill the memory, nor must jumps through tables search
/// it all.
constexpr std::size_t deepest = 1u << 20;
constexpr std::size_t farthest = 16;

/// Opcodes that can call or return; the tables are looked at only for these.
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
        switch (classify(before_.word)) {
        case InstructionClass::call:
            if (frames_.size() < deepest) frames_.push_back({pc, before_.pc + 8, cycle, mark});
            break;
        case InstructionClass::ret:
            // A return, if it goes where a call came from. Functions that others left by a tail
            // call go with it.
            for (std::size_t n = 1; n <= std::min(frames_.size(), farthest); ++n) {
                if (frames_[frames_.size() - n].resume != pc) continue;
                frames_.resize(frames_.size() - n);
                break;
            }
            break;
        default: break;
        }
    }
    before_ = last_;
    last_ = {pc, word};
}

} // namespace inlet
