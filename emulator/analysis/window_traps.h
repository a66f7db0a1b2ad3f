// What the traps of SPARC's register windows cost.
#pragma once

#include "inlet/observer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// Counts traps whose handlers spill and fill windows, and the cycles from the trap to the
/// handler's RETT. An observer of a run whose programs are SPARC's.
class WindowTraps final : public Observer {
  public:
    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

    bool any() const { return overflows_ + underflows_ != 0; }
    /// "Windows: 12 overflows, 12 underflows, 1164 cycles".
    std::string text() const;
    std::uint64_t overflows() const { return overflows_; }
    std::uint64_t underflows() const { return underflows_; }
    std::uint64_t cycles() const { return cycles_; }

  private:
    std::vector<bool> in_handler_; ///< by node
    std::uint64_t overflows_ = 0, underflows_ = 0, cycles_ = 0;
};

} // namespace inlet
