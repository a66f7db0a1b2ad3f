#include "inlet/call_stack.h"

#include "cpu/processor_text.h"

#include <algorithm>

namespace inlet {

namespace {

/// Limits the stack, for code that calls without returning, and for the search at jumps through
/// tables.
constexpr std::size_t deepest = 1u << 20;
constexpr std::size_t farthest = 16;

} // namespace

CallStack::CallStack(Processor processor)
    : text_(&text_of(processor)), delay_slots_(text_->delay_slots()),
      slots_trap_(text_->slots_trap()) {}

void CallStack::transferred(const Executed &transfer, std::uint32_t resume, std::uint32_t pc,
                            std::uint64_t cycle, std::uint64_t mark) {
    switch (text_->classify(transfer.word)) {
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
void CallStack::step_trapped(std::uint32_t pc) {
    constexpr std::size_t most_trapped = 64;
    if (text_->ends_trap(last_.word)) {
        for (std::size_t n = trapped_.size(); n-- > 0;) {
            if (pc != trapped_[n].next()) continue;
            before_ = last_ = trapped_[n]; // as if it had been executed just now
            trapped_.resize(n);
            return;
        }
    } else if (text_->may_transfer(last_.word) && pc != last_.next() &&
               trapped_.size() < most_trapped) {
        trapped_.push_back(last_);
    }
}

void CallStack::step(const InstructionEvent &event, std::uint64_t mark) {
    const std::uint32_t pc = event.pc;
    if (slots_trap_) step_trapped(pc);
    if (!delay_slots_) {
        if (pc != last_.next() && text_->may_transfer(last_.word))
            transferred(last_, last_.next(), pc, event.cycle, mark);
    } else if (last_.pc == before_.next() && pc != last_.next() &&
               text_->may_transfer(before_.word)) {
        // A jump takes effect after its slot. An event between them executes the jump again.
        transferred(before_, before_.pc + 8, pc, event.cycle, mark);
    }
    before_ = last_;
    last_ = {pc, event.word, event.length};
}

} // namespace inlet
