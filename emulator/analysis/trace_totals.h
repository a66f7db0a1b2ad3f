// Cycles of a whole run by context and cause, and a summary of each node.
#pragma once

#include "analysis/cause_split.h"
#include "inlet/cost_totals.h"
#include "inlet/machine.h"
#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace inlet {

class TraceTotals final : public Observer {
  public:
    explicit TraceTotals(std::uint32_t nodes, const CauseSplit &split = {})
        : costs_(split), nodes_(nodes) {}

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;

    Wants wants() const override { return {.hops = false}; }

    /// A summary of each node from the records alone. Waiting consists of refused SENDs, times
    /// without an instruction, and instructions that WaitFinder marks.
    std::vector<NodeSummary> nodes() const;
    /// Replaces the waiting of nodes of which all instructions were recorded. `nodes` are of the
    /// end of the run. Times after a node's last record count as idle from now on.
    void complete_waits(std::vector<NodeSummary> &nodes);
    /// The run begins at this cycle, at a snapshot: what was before has no records.
    void begin_at(std::uint64_t cycle);
    /// `gap`: what nodes do in cycles without a record.
    std::string text(const ContextNames &names,
                     const std::string &gap = "nodes had exited and were idle") const;
    nlohmann::json to_json(const ContextNames &names) const;
    /// Lost packets, by Drop.
    nlohmann::json lost_json() const;

  private:
    void idle(NodeSummary &node, std::uint64_t until);

    CostMeter costs_;
    std::vector<NodeSummary> nodes_; ///< cycles: the clock; cycles_waiting: see nodes()
    std::array<std::uint64_t, drops.size()> lost_{}; ///< packets, by Drop
    std::uint64_t gaps_ = 0;
    bool resumed_ = false; ///< begin_at()
};

} // namespace inlet
