// Where one message's story begins and ends in the code that sent it.
#pragma once

#include "analysis/message_log.h"
#include "inlet/call_stack.h"
#include "inlet/observer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace inlet {

/// Follows main of the sending node. The story begins where the function was called that led to the
/// SEND and that waits for the reply (fetch_add), and ends where that function returns. Where there
/// is none such - a function that sends several messages, code that was inlined - it begins with a
/// call on the way to the SEND, or with the SEND itself (its first try), and ends with main's wait
/// loop, or with the return of the reply's handler.
class TripBounds final : public Observer {
  public:
    /// `reply` may be nullptr: then the story ends with the request's handler, on another node.
    TripBounds(const MessageRecord &request, const MessageRecord *reply, Processor processor)
        : request_(request), reply_(reply), processor_(processor), stack_(processor) {}

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;
    Wants wants() const override { return {.hops = false, .nodes = {request_.id.source}}; }

    /// Cycle of the first instruction. Valid once the request's SEND was seen.
    std::uint64_t begin() const { return begin_; }
    /// Cycle after the last. Without a reply it is not later than the SEND.
    std::uint64_t end() const { return end_; }
    /// The function whose call begins it; 0: none, it begins with the SEND.
    std::uint32_t function() const { return function_; }
    /// The function whose return ends it; 0: none, it ends with a wait loop or with the reply's
    /// handler.
    std::uint32_t waiting_function() const { return waiting_function_; }

  private:
    enum class State { before, away, back, done };
    enum class Until { return_to_depth, end_of_loop };

    void sent();
    void returned(const MessageEvent &event);
    void begin_with_call(std::size_t frame);
    void visit(const InstructionEvent &event);
    bool waits_at(std::uint32_t pc) const;
    bool over(const InstructionEvent &event);

    const MessageRecord &request_;
    const MessageRecord *reply_;
    Processor processor_;
    State state_ = State::before;
    Until until_ = Until::return_to_depth;
    std::size_t end_depth_ = 0; ///< return_to_depth: over when no deeper than this
    bool resumed_ = false;      ///< end_of_loop: main has gone on
    CallStack stack_;
    std::uint64_t sends_ = 0;        ///< messages that main has sent
    std::uint64_t sends_before_ = 0; ///< the request
    std::optional<std::uint64_t>
        first_try_;                ///< start of the first SEND refused since the last accepted one
    std::uint64_t last_cycle_ = 0; ///< start of main's last instruction
    std::vector<CallStack::Frame> at_send_; ///< open calls
    std::size_t shallowest_ = 0;            ///< depth since the SEND
    struct Visits {
        std::uint64_t first = 0, times = 0;
    };
    std::unordered_map<std::uint32_t, Visits> visits_; ///< what main executed since the SEND, by pc
    std::uint64_t executed_ = 0;                       ///< instructions of main since the SEND
    std::uint64_t last_store_ = 0; ///< the last of them that stores, counted from 1
    std::uint64_t begin_ = 0, end_ = 0;
    std::uint32_t function_ = 0, waiting_function_ = 0;
};

} // namespace inlet
