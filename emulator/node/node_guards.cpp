// Memory of a node that is not mapped, so that stacks and heap that run over are noticed
// (docs/t1-abi.md, "Memory of a node"). It costs no access anything: the page table says it.
#include "node/node.h"

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

void Node::guard_memory() {
    const Guards &guards = context_->guards;
    for (const std::uint32_t begin : {guards.low_stack, guards.high_stack})
        if (begin) memory_.unmap(begin, begin + Guards::bytes);
    const std::uint32_t top = memory_.bytes() - argument_bytes;
    const std::uint32_t stack = top - std::min(top, guards.main_stack);
    if (!guards.heap || !guards.main_stack || guards.heap >= stack) return;
    gap_begin_ = guards.heap;
    gap_end_ = stack;
    memory_.unmap(gap_begin_, gap_end_);
}

bool Node::host_heap() {
    const std::uint32_t begin = page_down(argument(0)), end = page_up(argument(1));
    if (gap_begin_ < gap_end_ && begin < end) {
        if (begin <= gap_begin_) {
            const std::uint32_t to = std::clamp(end, gap_begin_, gap_end_);
            memory_.map(gap_begin_, to);
            gap_begin_ = to;
        } else if (end >= gap_end_) {
            const std::uint32_t from = std::min(begin, gap_end_);
            memory_.map(from, gap_end_);
            gap_end_ = from;
        } else {
            return false;
        }
    }
    service_result() = gap_end_;
    return true;
}

FaultKind Node::overrun(std::uint32_t address) const {
    if (in_guard(address, context_->guards.low_stack)) return FaultKind::low_stack;
    if (in_guard(address, context_->guards.high_stack)) return FaultKind::high_stack;
    // Where the stack's register points to what is not there either, a frame was too large for the
    // stack.
    const bool is_stack = interface_->context() == Context::main && gap_begin_ < gap_end_ &&
                          !memory_.read<std::uint32_t>(stack() & ~3u);
    if (is_stack) return FaultKind::main_stack;
    const bool gap = address >= gap_begin_ && address < gap_end_;
    return gap ? FaultKind::unallocated : FaultKind::unmapped;
}

} // namespace inlet
