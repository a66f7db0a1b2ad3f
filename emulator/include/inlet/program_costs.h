// Where the cycles of a run went, by what the code was for.
#pragma once

#include "inlet/cost_totals.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <memory>

namespace inlet {

/// Divides a run into its parts. Every cycle of every clock is in one of own(), sending(),
/// handlers(), or the node was idle after its exit. Instructions that only wait are in
/// CostTotals::waiting of the part in which they wait.
class ProgramCosts final : public Observer {
  public:
    /// `names` must live as long as this.
    ProgramCosts(const Image &names, const MachineConfig &machine);
    ~ProgramCosts() override;
    ProgramCosts(const ProgramCosts &) = delete;
    ProgramCosts &operator=(const ProgramCosts &) = delete;

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;
    Wants wants() const override { return {.hops = false}; }

    /// Main outside of sends, the runtime's start and end included.
    CostTotals own() const;
    /// Sends, in main and in handlers: functions of the runtime whose names contain "send",
    /// "request", "reply", "answer" or "xfer", CMAM_4 and its like, and transfers of blocks
    /// (am_store, am_get, am_bulk_), with all that they call; the instructions that send, anywhere;
    /// and the other network instructions in the program's own functions.
    CostTotals sending() const;
    /// The same, in handlers only.
    CostTotals sending_in_handlers() const;
    /// Dispatches, and handlers outside of sends.
    CostTotals handlers() const;

    /// Messages that have arrived, and the cycles from their acceptance to their arrival.
    std::uint64_t arrived() const;
    std::uint64_t cycles_in_network() const;

  private:
    struct Sums;
    std::unique_ptr<Sums> sums_;      ///< receives events from `waits_`
    std::unique_ptr<Observer> waits_; ///< finds the instructions that wait
    std::unique_ptr<Observer> start_; ///< makes start-up code main's, before `waits_`
};

} // namespace inlet
