// Finds begin and end of a round trip in the code of the sending node.
#pragma once

#include "analysis/message_log.h"
#include "cpu/processor_text.h"
#include "inlet/call_stack.h"
#include "inlet/observer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace inlet {

/// Follows main of the sending node. A trip begins with the call of the function that sends the
/// request and waits for the reply (fetch_add), and ends with its return. If there is no such
/// function (it sends several messages, or is inlined), the trip begins with a later call on the
/// path to the SEND, with the trap into the kernel that sends, or with the first try of the SEND,
/// and ends with main's wait loop, with the return of the function in which main waits or polls, or
/// with the return of the reply's handler. Waiting instructions must be marked (WaitFinder).
class TripBounds final : public Observer {
  public:
    /// Without a `reply` (nullptr), the trip ends with the request's handler, on another node.
    TripBounds(const MessageRecord &request, const MessageRecord *reply, Processor processor)
        : request_(request), reply_(reply), processor_(processor), text_(text_of(processor)),
          stack_(processor) {}

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;
    Wants wants() const override { return {.hops = false, .nodes = {request_.id.source}}; }

    /// Cycle of the first instruction. Valid after the request's SEND.
    std::uint64_t begin() const { return begin_; }
    /// Cycle after the last instruction. Without a reply it is not later than the SEND.
    std::uint64_t end() const { return end_; }
    /// The function whose call begins the trip; 0: the trip begins with the SEND.
    std::uint32_t function() const { return function_; }
    /// The trip begins with the trap into the kernel that sends.
    bool begins_with_trap() const { return begins_with_trap_; }
    /// The function whose return ends the trip; 0: a wait loop or the reply's handler ends it.
    std::uint32_t waiting_function() const { return waiting_function_; }

  private:
    enum class State { before, away, back, done };
    enum class Until { return_to_depth, end_of_loop };

    void enter_kernel(const InstructionEvent &event);
    std::optional<std::uint64_t> trap() const;
    void sent();
    void returned(const MessageEvent &event);
    void begin_with_call(std::size_t frame);
    void visit(const InstructionEvent &event);
    bool waits_at(std::uint32_t pc) const;
    bool over(const InstructionEvent &event);

    const MessageRecord &request_;
    const MessageRecord *reply_;
    Processor processor_;
    const ProcessorText &text_;
    State state_ = State::before;
    Until until_ = Until::return_to_depth;
    std::size_t end_depth_ = 0; ///< return_to_depth: ends at this call depth or less
    bool resumed_ = false;      ///< end_of_loop: main has resumed
    CallStack stack_;
    std::uint64_t sends_ = 0;        ///< messages sent by main
    std::uint64_t sends_before_ = 0; ///< `sends_` before the request
    std::optional<std::uint64_t>
        first_try_; ///< start of the first SEND refused since the last accepted one
    /// Entries into the kernel from the request's sender that are open: cycles of traps; nothing:
    /// an interrupt.
    std::vector<std::optional<std::uint64_t>> entries_;
    std::uint32_t behind_trap_ = 0; ///< pc, if the sender's last instruction was a trap
    std::uint64_t last_cycle_ = 0;  ///< start of main's last instruction
    std::optional<std::uint64_t>
        last_look_; ///< cycle of main's last instruction that waits, or poll
    std::vector<CallStack::Frame> at_send_; ///< open calls
    std::size_t shallowest_ = 0;            ///< minimum call depth since the SEND
    struct Visits {
        std::uint64_t first = 0, times = 0;
    };
    std::unordered_map<std::uint32_t, Visits> visits_; ///< instructions since the SEND, by pc
    std::uint64_t executed_ = 0;                       ///< instructions of main since the SEND
    std::uint64_t last_store_ = 0; ///< index of the last store among them, from 1
    std::uint64_t begin_ = 0, end_ = 0;
    std::uint32_t function_ = 0, waiting_function_ = 0;
    bool begins_with_trap_ = false;
};

} // namespace inlet
