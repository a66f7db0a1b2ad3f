#include "inlet/call_stack.h"

#include "analysis/instruction_class_sets.h"

#include <algorithm>

namespace inlet {

namespace {

/// Limits the stack, for code that calls without returning, and for the search at jumps through
/// tables.
constexpr std::size_t deepest = 1u << 20;
constexpr std::size_t farthest = 16;

/// Classifies only instructions that may call or return.
bool may_transfer(std::uint32_t word, Processor processor) {
    switch (processor) {
    case Processor::mips: {
        const std::uint32_t opcode = word >> 26;
        return opcode == 3 || opcode == 1 ||
               (opcode == 0 && ((word & 0x3f) == 8 || (word & 0x3f) == 9));
    }
    case Processor::sparc: return word >> 30 == 1 || (word & 0xC1F80000) == 0x81C00000;
    case Processor::x86:
    case Processor::ncube: return true;
    case Processor::ppc: return word >> 26 == 16 || word >> 26 == 18 || word >> 26 == 19;
    }
    return true;
}

} // namespace

void CallStack::transferred(const Executed &transfer, std::uint32_t resume, std::uint32_t pc,
                            std::uint64_t cycle, std::uint64_t mark) {
    switch (classify(transfer.word, processor_)) {
    case InstructionClass::call:
        if (frames_.size() < deepest) frames_.push_back({pc, resume, transfer.pc, cycle, mark});
        break;
    case InstructionClass::ret:
        // A return if it goes to the caller of an open call. It also closes functions that were
        // left by a tail call.
        for (std::size_t n = 1; n <= std::min(frames_.size(), farthest); ++n) {
            if (frames_[frames_.size() - n].resume != pc) continue;
            frames_.resize(frames_.size() - n);
            break;
        }
        break;
    default: break;
    }
}

/// A slot that traps (RESTORE to a spilled window) is executed after the handler.
void CallStack::step_sparc(std::uint32_t pc) {
    constexpr std::size_t most_trapped = 64;
    if (is_sparc_rett(last_.word)) {
        for (std::size_t n = trapped_.size(); n-- > 0;) {
            if (pc != trapped_[n].next()) continue;
            before_ = last_ = trapped_[n]; // as if it had been executed just now
            trapped_.resize(n);
            return;
        }
    } else if (may_transfer(last_.word, processor_) && pc != last_.next() &&
               trapped_.size() < most_trapped) {
        trapped_.push_back(last_);
    }
}

void CallStack::step(const InstructionEvent &event, std::uint64_t mark) {
    const std::uint32_t pc = event.pc;
    if (processor_ == Processor::sparc) step_sparc(pc);
    if (!has_delay_slots(processor_)) {
        if (pc != last_.next() && may_transfer(last_.word, processor_))
            transferred(last_, last_.next(), pc, event.cycle, mark);
    } else if (last_.pc == before_.next() && pc != last_.next() &&
               may_transfer(before_.word, processor_)) {
        // A jump takes effect after its slot. An event between them executes the jump again.
        transferred(before_, before_.pc + 8, pc, event.cycle, mark);
    }
    before_ = last_;
    last_ = {pc, event.word, event.length};
}

} // namespace inlet
