// Every cycle of every node, and what it was spent on: the records of a trace without gaps.
#pragma once

#include "inlet/observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace inlet {

/// What cycles are spent on. Each cycle of a node has exactly one cause.
enum class Cause : std::uint8_t {
    issue,
    load_use,
    network,
    multiply,
    cache,
    write_buffer,
    ni_wait,
    dispatch,   ///< into a handler
    exception,  ///< into the program's exception handler
    stolen,     ///< a hard-wired handler held the processor up
    idle,       ///< exited, and no message to handle
    unrecorded, ///< not exited, and the trace has nothing
    /// Instructions that only wait (Wait), with all of their cost.
    wait_message,
    wait_room,
    wait_barrier,
    wait_clock,
    COUNT
};
inline constexpr std::size_t causes = static_cast<std::size_t>(Cause::COUNT);

/// "load-use"; one word.
const char *cause_name(Cause cause);
inline constexpr Cause first_wait = Cause::wait_message;
/// Of an instruction that waits.
constexpr Cause cause_of(Wait wait) {
    return static_cast<Cause>(static_cast<std::size_t>(first_wait) +
                              static_cast<std::size_t>(wait) - 1);
}
/// "(waiting for a message)": what stands for it among functions.
const char *wait_title(Wait wait);

/// The parts of an instruction's cost that are causes of their own, in Cause's order.
inline constexpr std::array<std::uint32_t Cost::*, 7> cost_parts = {
    &Cost::issue, &Cost::load_use,     &Cost::network, &Cost::multiply,
    &Cost::cache, &Cost::write_buffer, &Cost::ni_wait};

/// A stretch of a node's clock. Those of a node touch: each begins where the one before ends, the
/// first at cycle 0.
struct Charge {
    std::uint32_t node = 0;
    Context context = Context::main; ///< dispatch: the handler's level
    std::uint64_t cycle = 0;         ///< at which it begins
    std::uint64_t cycles = 0;        ///< may be 0: host services are free
    std::uint64_t times = 1;         ///< of an instruction of a wait: turns (Ledger::counts_turns)
    /// Of an instruction that does not wait the first of its parts is meant: issue.
    Cause cause = Cause::issue;
    const InstructionEvent *instruction = nullptr; ///< where it is one
    const MessageEvent *event = nullptr;           ///< dispatch, exception, stolen
};

/// Makes charges of what it observes.
class Ledger : public Observer {
  public:
    void instruction(const InstructionEvent &event) final;
    void wait(const WaitEvent &waited) final;
    void event(const MessageEvent &event) final;

    /// The node's clock; what has been charged to it.
    std::uint64_t clock(std::uint32_t node) const {
        return node < nodes_.size() ? nodes_[node].clock : 0;
    }
    /// Highest number of a node that there was, and one.
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }

  protected:
    virtual void charge(const Charge &) {}
    /// Whether charge() takes an instruction of several turns at once. They then do not touch:
    /// other instructions of the turn are between them.
    virtual bool counts_turns() const { return false; }
    /// Every event, before the charge that it makes.
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
