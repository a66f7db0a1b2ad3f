// Where the cycles of a whole run went, by context and by cause.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <memory>

namespace inlet {

/// Cycles of many instructions and events by cause. `refused` is a part of these: cycles of SENDs
/// that the network did not accept.
struct CostTotals {
    std::uint64_t instructions = 0, refused = 0;
    std::uint64_t issue = 0, load_use = 0, network = 0, multiply = 0, cache = 0, write_buffer = 0;
    std::uint64_t ni_wait = 0;
    std::uint64_t dispatches = 0, dispatch = 0;  ///< into this context, and their cycles
    std::uint64_t exceptions = 0, exception = 0; ///< in this context, and their cycles
    std::uint64_t hardwired = 0, stolen = 0;     ///< messages, and cycles that they cost here
    /// Cycles of instructions that only wait, by Wait, if the meter recognises them. The causes
    /// above exclude these.
    std::array<std::uint64_t, wait_kinds> waiting{};

    std::uint64_t cycles() const {
        return issue + load_use + network + multiply + cache + write_buffer + ni_wait + dispatch +
               exception + stolen + all_waiting();
    }
    std::uint64_t all_waiting() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t cycles : waiting) sum += cycles;
        return sum;
    }
    void add(const CostTotals &other);
};

/// Adds up the costs of all instructions and events.
class CostMeter final : public Observer {
  public:
    CostMeter();
    /// Finds instructions that only wait; `names` must live as long as this.
    explicit CostMeter(const Image &names);
    ~CostMeter() override;
    CostMeter(const CostMeter &) = delete;
    CostMeter &operator=(const CostMeter &) = delete;

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;

    const CostTotals &of(Context context) const {
        return contexts_[static_cast<std::size_t>(context)];
    }
    /// Sum over all contexts. The clocks of the nodes include idle cycles after exit in addition.
    CostTotals all() const;

    Wants wants() const override { return {.hops = false}; }

  private:
    struct Adder;

    std::array<CostTotals, 3> contexts_;
    std::unique_ptr<Adder> adder_;    ///< receives events from `waits_`
    std::unique_ptr<Observer> waits_; ///< nullptr: use InstructionEvent::wait
};

} // namespace inlet
