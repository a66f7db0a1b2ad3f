// The round trip of one message and its reply: all instructions on the path, and the elapsed cycles
// divided into steps.
#pragma once

#include "analysis/cause_split.h"
#include "analysis/message_log.h"
#include "inlet/image.h"
#include "inlet/observer.h"
#include "inlet/trace_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// The steps, contiguous and in the order of time.
enum class Step : std::uint8_t {
    send,    ///< the sender, from the call or the trap to the end of the accepted SEND (TripBounds)
    network, ///< from the source's injection buffer to the destination's receive buffer
    dispatch, ///< until the handler's first instruction
    handler,  ///< until the end of the reply's SEND
    reply_network,
    reply_dispatch,
    reply_handler, ///< until its HRET
    wait,          ///< main of the source, until the waiting function returns
    COUNT
};

const char *step_name(Step step);

/// Relation of an instruction to the critical path.
enum class Stream : std::uint8_t {
    path,  ///< on the critical path
    main,  ///< main of the source between SEND and reply
    rest,  ///< the request's handler after its reply
    back,  ///< from the request's handler back to the interrupted code
    other, ///< handlers of other messages; main of the destination
    COUNT
};

struct TripInstruction {
    InstructionEvent event;
    Step step;
    Stream stream;
};

struct TripSpan {
    std::uint64_t begin = 0, end = 0; ///< cycles
    std::uint64_t instructions = 0;   ///< on the critical path
    std::uint64_t other_cycles = 0;   ///< dispatch: wait for the node; else handlers of others
    /// Dispatch by software: cycle at which the poll found the message or, with `by_interrupt`, the
    /// node took the interrupt. Instructions from there on are on the path.
    std::optional<std::uint64_t> polled{};
    bool by_interrupt = false;
    std::uint32_t interrupted = 0; ///< by_interrupt: pc of the interrupted instruction
    /// Cycles of the entries of interrupts from there on.
    std::uint64_t entries = 0;

    std::uint64_t cycles() const { return end - begin; }
};

struct RoundTrip {
    CauseSplit split; ///< of the instructions
    MessageRecord request;
    std::optional<MessageRecord> reply; ///< empty: the message has no reply
    std::string function;               ///< the trip begins with its call; empty: with the SEND
    bool begins_with_trap = false;      ///< without a function: with the trap that sends
    std::string waiting_function; ///< the trip ends with its return; empty: with main's wait loop
                                  ///< or the reply's handler
    std::vector<Step> steps;      ///< the steps present; without a reply: send to handler
    std::array<TripSpan, static_cast<std::size_t>(Step::COUNT)> spans{};
    std::vector<TripInstruction> instructions; ///< in the order of time
    /// Cycle at which the destination resumes the code that the request interrupted.
    std::optional<std::uint64_t> resumed;
    bool cut = false; ///< `instructions` is incomplete: the trip has too many

    const TripSpan &span(Step step) const { return spans[static_cast<std::size_t>(step)]; }
    std::uint64_t begin() const { return span(steps.front()).begin; }
    std::uint64_t end() const { return span(steps.back()).end; }
    std::uint64_t cycles() const { return end() - begin(); }
};

/// Follows `request` and its reply through the trace, in two further passes. `names` has the
/// functions. Throws UserError if the trace lacks a part of the path or is inconsistent.
RoundTrip follow(const TraceReader &trace, const MessageLog &log, const MessageRecord &request,
                 const Image &names);

} // namespace inlet
