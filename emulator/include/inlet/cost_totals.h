// Where the cycles of a whole run went, by context and by cause.
#pragma once

#include "inlet/cause.h"
#include "inlet/config.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace inlet {

/// Parts of the issue of instructions and of exceptions that some machines charge apart; on other
/// machines both are 0.
inline constexpr std::array split_causes = {Cause::access, Cause::stall};

/// Cycles of many instructions and events by cause (inlet/causes.def). `refused` is a part of
/// these: cycles of SENDs that the network did not accept.
struct CostTotals {
    std::uint64_t instructions = 0, refused = 0;
#define INLET_COST(id, ...) std::uint64_t id = 0;
#define INLET_CAUSE_OF_EVENT(id, times, ...) std::uint64_t times = 0, id = 0;
#include "inlet/causes.def"
    std::uint64_t access = 0, stall = 0; ///< split_causes
    /// Cycles of instructions that only wait, by Wait, if the meter recognises them. The causes
    /// above exclude these.
    std::array<std::uint64_t, wait_kinds> waiting{};

    std::uint64_t cycles() const { return all_waiting() + work(); }
    /// Cycles of the causes above.
    std::uint64_t work() const;
    std::uint64_t all_waiting() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t cycles : waiting) sum += cycles;
        return sum;
    }
    /// The cycles of a cause; 0 for idle and unrecorded, which are no costs.
    std::uint64_t of(Cause cause) const;
    void add(const CostTotals &other);
};

/// The parts of CostTotals that are no waits, in their order.
inline constexpr std::array work_causes = {
#define INLET_COST(id, ...) Cause::id,
#include "inlet/causes.def"
    Cause::access,
    Cause::stall,
#define INLET_CAUSE_OF_EVENT(id, ...) Cause::id,
#include "inlet/causes.def"
};
/// What an event costs the processor, of those kinds that cost it something.
struct EventCost {
    Cause cause; ///< an INLET_CAUSE_OF_EVENT
    std::uint32_t cycles;
};
std::optional<EventCost> cost_of(const MessageEvent &event);

class CauseSplit;

/// Adds up the costs of all instructions and events.
class CostMeter final : public Observer {
  public:
    CostMeter();
    explicit CostMeter(const CauseSplit &split);
    /// Finds instructions that only wait; `names` must live as long as this.
    CostMeter(const Image &names, const MachineConfig &machine);
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
    std::unique_ptr<Adder> adder_;    ///< receives events from `waits_`, or from this
    std::unique_ptr<Observer> waits_; ///< nullptr: uses InstructionEvent::wait
};

} // namespace inlet
