// Assigns every cycle of every node to a cause, without gaps, from the records of a trace.
#pragma once

#include "inlet/cause.h"
#include "inlet/observer.h"
#include "inlet/run_summary.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace inlet {

/// An interval of a node's clock. The charges of a node are contiguous from cycle 0.
struct Charge {
    std::uint32_t node = 0;
    Context context = Context::main; ///< dispatch: the handler's level
    std::uint64_t cycle = 0;         ///< begin
    std::uint64_t cycles = 0;        ///< length; may be 0 (host services are free)
    std::uint64_t times = 1;         ///< executions: the turns of a wait (Ledger::counts_turns)
    /// Of an instruction that does not wait: issue, which stands for all parts of its cost.
    Cause cause = Cause::issue;
    const InstructionEvent *instruction = nullptr; ///< nullptr: not an instruction
    const MessageEvent *event = nullptr;           ///< dispatch, exception, stolen
};

/// Makes charges of observed instructions and events.
class Ledger : public Observer {
  public:
    void instruction(const InstructionEvent &event) final;
    void wait(const WaitEvent &waited) final;
    void event(const MessageEvent &event) final;

    /// The node's clock: the sum of its charges, in cycles.
    std::uint64_t clock(std::uint32_t node) const {
        return node < nodes_.size() ? nodes_[node].clock : 0;
    }
    /// After the last record: an exited node whose interface has worked on, without a record, is
    /// idle until the end of its clock. `run`: the end of a trace that shows all of it.
    void end(const RunSummary &run);
    /// Highest number of an observed node, plus one.
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }

  protected:
    virtual void charge(const Charge &) {}
    /// Whether charge() takes all executions of an instruction of a wait in one charge
    /// (Charge::times). These charges are not contiguous: the other instructions of the turn are
    /// between the executions.
    virtual bool counts_turns() const { return false; }
    /// Called for every event, before its charge.
    virtual void told(const MessageEvent &) {}

  private:
    struct Node {
        std::uint64_t clock = 0;
        bool exited = false;
    };
    Node &at(std::uint32_t node);
    void fill(std::uint32_t node, std::uint64_t until);

    std::vector<Node> nodes_;
};

} // namespace inlet
