// What observers of a program see of its start.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>

namespace inlet {

/// Start-up code makes the registers of handlers visible, to prepare them. For the sink it is
/// main's. Hashes of traces are of what the machine reports: they do not look through this.
class StartCode final : public Observer {
  public:
    StartCode(const Image &names, Observer &sink) : sink_(sink) {
        for (const Symbol &symbol : names.symbols)
            if (symbol.name == "_start") {
                first_ = symbol.address;
                bytes_ = symbol.size;
            }
    }
    void instruction(const InstructionEvent &event) override {
        if (!is_start(event.pc, event.context)) return sink_.instruction(event);
        InstructionEvent of_main = event;
        of_main.context = Context::main;
        sink_.instruction(of_main);
    }
    void wait(const WaitEvent &waited) override { sink_.wait(waited); }
    void event(const MessageEvent &event) override {
        // A dispatch between its instructions is at the handler's level.
        if (event.kind() != EventKind::poll || !is_start(event.pc, event.context))
            return sink_.event(event);
        MessageEvent of_main = event;
        of_main.context = Context::main;
        sink_.event(of_main);
    }
    void hop(const HopEvent &event) override { sink_.hop(event); }
    Wants wants() const override { return sink_.wants(); }

  private:
    bool is_start(std::uint32_t pc, Context context) const {
        return context != Context::main && pc - first_ < bytes_;
    }

    Observer &sink_;
    std::uint32_t first_ = 0, bytes_ = 0;
};

} // namespace inlet
