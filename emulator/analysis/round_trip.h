// One message and its reply: every instruction on their way, and the elapsed cycles divided among
// the steps.
#pragma once

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

/// The steps in order of time. They touch: each begins where the one before ends.
enum class Step : std::uint8_t {
    send,     ///< main of the source, from the call to the end of the accepted SEND
    network,  ///< injection buffer of the source to receive buffer of the destination
    dispatch, ///< until the handler's first instruction
    handler,  ///< until the end of the reply's SEND
    reply_network,
    reply_dispatch,
    reply_handler, ///< until its HRET
    wait,          ///< main of the source, until the function returns that was waiting
    COUNT
};

const char *step_name(Step step);

/// Whose an instruction is.
enum class Stream : std::uint8_t {
    path,  ///< on the critical path
    main,  ///< main of the source while the message is away
    rest,  ///< the request's handler after it has replied
    back,  ///< from the request's handler back to what its interrupt has interrupted
    other, ///< handlers of other messages, and main of the destination
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
    std::uint64_t other_cycles =
        0; ///< dispatch: waiting for the node; else: handlers of other messages ran in between
    /// Dispatch by software: when the poll found the message or, with `by_interrupt`, when the node
    /// took the interrupt. What is executed from there on is on the path.
    std::optional<std::uint64_t> polled{};
    bool by_interrupt = false;
    std::uint32_t interrupted = 0; ///< by_interrupt: pc of the instruction that was not executed

    std::uint64_t cycles() const { return end - begin; }
};

struct RoundTrip {
    MessageRecord request;
    std::optional<MessageRecord> reply; ///< none: a message that nobody answered
    std::string function;               ///< whose call begins it; empty: the SEND itself
    std::string
        waiting_function; ///< whose return ends it; empty: main's wait loop, or the reply's handler
    std::vector<Step> steps; ///< those there are: without a reply send to handler
    std::array<TripSpan, static_cast<std::size_t>(Step::COUNT)> spans{};
    std::vector<TripInstruction> instructions; ///< in the order of time
    /// Cycle at which the destination went on where the interrupt of the request had come.
    std::optional<std::uint64_t> resumed;
    bool cut = false; ///< there were too many instructions to keep them all

    const TripSpan &span(Step step) const { return spans[static_cast<std::size_t>(step)]; }
    std::uint64_t begin() const { return span(steps.front()).begin; }
    std::uint64_t end() const { return span(steps.back()).end; }
    std::uint64_t cycles() const { return end() - begin(); }
};

/// Follows `request` (and what its handler sent back) through the trace, which is read twice more.
/// `names` gives the functions. Throws UserError where the trace does not have the whole way, or
/// where it contradicts itself.
RoundTrip follow(const TraceReader &trace, const MessageLog &log, const MessageRecord &request,
                 const Image &names);

} // namespace inlet
