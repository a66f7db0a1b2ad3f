#include "analysis/window_traps.h"

#include "cpu/processor_text.h"

#include <fmt/format.h>

namespace inlet {

void WindowTraps::event(const MessageEvent &event) {
    using Trap = ProcessorText::WindowTrap;
    const auto *trap = event.as<events::Exception>();
    const Trap kind = trap ? text_.window_trap(trap->cause) : Trap::none;
    if (kind == Trap::none) return;
    ++(kind == Trap::overflow ? overflows_ : underflows_);
    cycles_ += trap->cycles;
    if (event.node >= in_handler_.size()) in_handler_.resize(event.node + 1);
    in_handler_[event.node] = true;
}

void WindowTraps::instruction(const InstructionEvent &event) {
    if (event.node >= in_handler_.size() || !in_handler_[event.node]) return;
    cycles_ += event.cost.total();
    if (text_.ends_trap(event.word)) in_handler_[event.node] = false;
}

std::string WindowTraps::text() const {
    const auto counted = [](std::uint64_t n, const char *one) {
        return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
    };
    return fmt::format("Windows: {}, {}, {}", counted(overflows_, "overflow"),
                       counted(underflows_, "underflow"), counted(cycles_, "cycle"));
}

} // namespace inlet
