// Where the cycles of a whole run went, by context and by cause.
#pragma once

#include "inlet/observer.h"

#include <array>
#include <cstdint>

namespace inlet {

/// Cycles of many instructions and events by cause. Of them, `refused` are those of SENDs that the
/// network did not accept; it is no cause of its own.
struct CostTotals {
    std::uint64_t instructions = 0, refused = 0;
    std::uint64_t issue = 0, load_use = 0, network = 0, multiply = 0, cache = 0, write_buffer = 0;
    std::uint64_t dispatches = 0, dispatch = 0;  ///< into this context, and their cycles
    std::uint64_t exceptions = 0, exception = 0; ///< in this context, and their cycles
    std::uint64_t hardwired = 0, stolen = 0;     ///< messages, and cycles that they cost here

    std::uint64_t cycles() const {
        return issue + load_use + network + multiply + cache + write_buffer + dispatch + exception +
               stolen;
    }
    void add(const CostTotals &other);
};

/// Adds up what it sees.
class CostMeter final : public Observer {
  public:
    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

    const CostTotals &of(Context context) const {
        return contexts_[static_cast<std::size_t>(context)];
    }
    /// Of all contexts. Clocks of nodes have besides only what passed idle after exit.
    CostTotals all() const;

  private:
    std::array<CostTotals, 3> contexts_;
};

} // namespace inlet
