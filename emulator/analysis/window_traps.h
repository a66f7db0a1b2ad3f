// Costs of the traps of SPARC's register windows.
#pragma once

#include "inlet/observer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// Counts window overflow and underflow traps, and the cycles from each trap to the handler's RETT.
/// For runs on SPARC.
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
