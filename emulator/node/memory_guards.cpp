#include "node/memory_guards.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet {

namespace {

std::uint32_t page_up(std::uint32_t address) {
    return (address + page_bytes - 1) & ~(page_bytes - 1);
}
std::uint32_t page_down(std::uint32_t address) { return address & ~(page_bytes - 1); }

bool in_guard(std::uint32_t address, std::uint32_t begin) {
    return begin && address - begin < Guards::bytes;
}

} // namespace

MemoryGuards::MemoryGuards(const Guards &guards, Memory &memory)
    : low_stack_(guards.low_stack), high_stack_(guards.high_stack) {
    for (const std::uint32_t begin : {low_stack_, high_stack_})
        if (begin) memory.unmap(begin, begin + Guards::bytes);
    const std::uint32_t top = memory.bytes() - argument_bytes;
    const std::uint32_t stack = top - std::min(top, guards.main_stack);
    if (!guards.heap || !guards.main_stack || guards.heap >= stack) return;
    gap_begin_ = guards.heap;
    gap_end_ = stack;
    memory.unmap(gap_begin_, gap_end_);
}

bool MemoryGuards::map(Memory &memory, std::uint32_t begin, std::uint32_t end) {
    begin = page_down(begin);
    end = page_up(end);
    if (gap_begin_ >= gap_end_ || begin >= end) return true;
    if (begin <= gap_begin_) {
        const std::uint32_t to = std::clamp(end, gap_begin_, gap_end_);
        memory.map(gap_begin_, to);
        gap_begin_ = to;
    } else if (end >= gap_end_) {
        const std::uint32_t from = std::min(begin, gap_end_);
        memory.map(from, gap_end_);
        gap_end_ = from;
    } else {
        return false;
    }
    return true;
}

bool MemoryGuards::guard(Memory &memory, std::uint32_t begin, std::uint32_t end) {
    if (begin >= end || (begin | end) & (page_bytes - 1) || begin < first_mapped) return false;
    if (end > (gap_begin_ < gap_end_ ? gap_begin_ : memory.bytes() - argument_bytes)) return false;
    memory.unmap(begin, end);
    threads_[begin] = end;
    return true;
}

FaultKind MemoryGuards::overrun(std::uint32_t address, const Stack &stack) const {
    constexpr std::uint32_t usual_frame = 0x10000; // bytes: the displacements of PowerPC and MIPS
    if (in_guard(address, low_stack_)) return FaultKind::low_stack;
    if (in_guard(address, high_stack_)) return FaultKind::high_stack;
    for (const auto &[begin, end] : threads_)
        if ((address >= begin && address < end) ||
            (stack.unmapped && stack.pointer >= begin && stack.pointer < end))
            return FaultKind::thread_stack;
    const bool gap = address >= gap_begin_ && address < gap_end_;
    if (stack.main && gap_begin_ < gap_end_) {
        // A frame was larger than what was left of the stack, or is being made by this instruction.
        // x86's PUSH may also read through a null pointer.
        const bool null = address < usual_frame;
        if (stack.unmapped || (stack.grows && !null)) return FaultKind::main_stack;
        // A store that makes a frame comes before its change of the stack pointer (PowerPC's
        // STWU, x86's PUSH and CALL).
        if (gap && stack.pointer >= gap_end_ && stack.pointer - address <= usual_frame)
            return FaultKind::main_stack;
    }
    return gap ? FaultKind::unallocated : FaultKind::unmapped;
}

void MemoryGuards::archive(Archive &ar, const Memory &memory) {
    auto &[low_stack, high_stack, gap_begin, gap_end, threads] =
        *this; // the stacks are the program's
    static_cast<void>(low_stack), static_cast<void>(high_stack);
    ar(gap_begin, gap_end, threads);
    ar.require(gap_begin <= gap_end && gap_end <= memory.bytes() && gap_begin % page_bytes == 0 &&
                   gap_end % page_bytes == 0 && (gap_end == 0 || gap_begin >= first_mapped),
               "a heap outside the memory");
}

} // namespace inlet
