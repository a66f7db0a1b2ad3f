// Costs of the traps of register windows.
#pragma once

#include "cpu/processor_text.h"
#include "inlet/observer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// Counts window overflow and underflow traps, and the cycles from each trap to the handler's RETT.
/// For runs on processors with windows (ProcessorText::has_windows()).
class WindowTraps final : public Observer {
  public:
    explicit WindowTraps(const ProcessorText &text) : text_(text) {}
    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

    bool any() const { return overflows_ + underflows_ != 0; }
    /// "Windows: 12 overflows, 12 underflows, 1164 cycles".
    std::string text() const;
    std::uint64_t overflows() const { return overflows_; }
    std::uint64_t underflows() const { return underflows_; }
    std::uint64_t cycles() const { return cycles_; }

  private:
    const ProcessorText &text_;
    std::vector<bool> in_handler_; ///< by node
    std::uint64_t overflows_ = 0, underflows_ = 0, cycles_ = 0;
};

} // namespace inlet
