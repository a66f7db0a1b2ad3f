#include "analysis/round_trip.h"

#include "analysis/event_names.h"
#include "analysis/trip_bounds.h"
#include "analysis/wait_finder.h"
#include "inlet/config.h"
#include "inlet/tee.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>

namespace inlet {

namespace {

/// Maximum number of instructions to keep.
constexpr std::size_t most_instructions = 1u << 20;

/// Finds the start of the software that dispatches a message, on machines without dispatch by
/// hardware: the last poll that found a message of this level or, without such a poll, the last
/// interrupt before the handler.
class DispatchBegin final : public Observer {
  public:
    explicit DispatchBegin(const MessageRecord *message)
        : message_(message && message->dispatched && !message->dispatch_cycles ? message
                                                                               : nullptr) {}

    void event(const MessageEvent &event) override {
        if (!message_ || event.node != message_->place() || event.cycle < *message_->arrived ||
            event.cycle >= *message_->dispatched)
            return;
        const std::uint32_t wanted =
            message_->level == Context::high ? found::high_message : found::low_message;
        if (const auto *poll = event.as<events::Polled>(); poll && poll->finds & wanted)
            poll_ = event.cycle;
        if (const auto *exception = event.as<events::Exception>()) {
            entries_.push_back({event.cycle, exception->cycles});
            interrupt_ = event.cycle;
            interrupted_ = event.pc;
        }
    }
    Wants wants() const override {
        if (!message_) return {.instructions = false, .events = false, .hops = false};
        return {.instructions = false, .hops = false, .nodes = {message_->place()}};
    }
    std::optional<std::uint64_t> cycle() const { return poll_ ? poll_ : interrupt_; }
    bool by_interrupt() const { return !poll_ && interrupt_; }
    std::uint32_t interrupted() const { return interrupted_; }
    /// Cycles of the entries of interrupts from cycle() on.
    std::uint64_t entries() const {
        std::uint64_t sum = 0;
        for (const auto &[at, cycles] : entries_)
            if (cycle() && at >= *cycle()) sum += cycles;
        return sum;
    }

  private:
    const MessageRecord *message_;
    std::optional<std::uint64_t> poll_, interrupt_;
    std::uint32_t interrupted_ = 0;                                ///< pc
    std::vector<std::pair<std::uint64_t, std::uint64_t>> entries_; ///< cycle, cycles
};

/// Selects the instructions of a round trip from a trace.
class Collector final : public Observer {
  public:
    explicit Collector(RoundTrip &trip) : trip_(trip) {}

    void instruction(const InstructionEvent &event) override {
        const bool source = event.node == trip_.request.id.source;
        const bool destination = event.node == trip_.request.place();
        if (!source && !destination) return;
        if (destination && goes_back(event)) return;
        if (event.cycle < trip_.begin() || event.cycle >= last()) return;
        Stream stream = Stream::other;
        if (destination && in_handler(event, trip_.request))
            stream = event.cycle < trip_.span(Step::handler).end ? Stream::path : Stream::rest;
        else if (source && trip_.reply && in_handler(event, *trip_.reply))
            stream = Stream::path;
        else if ((destination && in_dispatch(event, Step::dispatch)) ||
                 (source && trip_.reply && in_dispatch(event, Step::reply_dispatch)))
            stream = Stream::path;
        else if (source && event.context == trip_.request.sender &&
                 event.cycle < trip_.span(Step::send).end)
            stream = Stream::path;
        else if (source && event.context == Context::main)
            stream = on_path(event.cycle) ? Stream::path : Stream::main;
        else if (!source && event.cycle < trip_.span(Step::network).end)
            return; // code of the destination before the arrival
        if (stream != Stream::rest && event.cycle >= trip_.end()) return;
        add(event, stream);
    }

    void wait(const WaitEvent &waited) override {
        const InstructionEvent &first = waited.turn.front();
        const bool may_go_back =
            first.node == trip_.request.place() && trip_.span(Step::dispatch).by_interrupt;
        if (may_go_back || (waited.end() > trip_.begin() && first.cycle < last()))
            Observer::wait(waited);
    }
    Wants wants() const override {
        return {.hops = false, .nodes = {trip_.request.id.source, trip_.request.place()}};
    }

  private:
    std::uint64_t last() const { return std::max(trip_.end(), trip_.request.returned.value_or(0)); }
    /// Adds the instructions of an interrupted node after the handler, up to the resumed code.
    bool goes_back(const InstructionEvent &event) {
        const TripSpan &span = trip_.span(Step::dispatch);
        if (!span.by_interrupt || trip_.resumed || !trip_.request.returned ||
            event.cycle < *trip_.request.returned || event.context != Context::main)
            return false;
        if (event.pc == span.interrupted) {
            trip_.resumed = event.cycle;
            return false;
        }
        add(event, Stream::back);
        return true;
    }
    static bool in_handler(const InstructionEvent &event, const MessageRecord &message) {
        return event.context == message.level && event.cycle >= message.started() &&
               event.cycle < message.returned.value_or(~std::uint64_t{0});
    }
    /// From the load that found the message, or from the interrupt, to the handler's first
    /// instruction.
    bool in_dispatch(const InstructionEvent &event, Step step) const {
        const TripSpan &span = trip_.span(step);
        if (!span.polled || event.cycle >= span.end) return false;
        return span.by_interrupt ? event.cycle >= *span.polled
                                 : event.cycle + event.cost.total() > *span.polled;
    }
    /// Main of the source is on the path until its SEND and when the reply has been handled.
    bool on_path(std::uint64_t cycle) const {
        return cycle < trip_.span(Step::send).end ||
               (trip_.steps.back() == Step::wait && cycle >= trip_.span(Step::wait).begin);
    }
    void add(const InstructionEvent &event, Stream stream) {
        Step step = trip_.steps.back();
        for (const Step candidate : trip_.steps)
            if (event.cycle < trip_.span(candidate).end) {
                step = candidate;
                break;
            }
        TripSpan &span = trip_.spans[static_cast<std::size_t>(step)];
        if (stream == Stream::path) ++span.instructions;
        if (trip_.instructions.size() < most_instructions)
            trip_.instructions.push_back({event, step, stream});
        else
            trip_.cut = true;
    }

    RoundTrip &trip_;
};

void check_order(const RoundTrip &trip, Step step, std::uint64_t begin, std::uint64_t end) {
    if (end < begin)
        throw UserError(
            fmt::format("message {}: the trace contradicts itself: {} ends before it begins",
                        message_name(trip.request.id), step_name(step)));
}

void set(RoundTrip &trip, Step step, std::uint64_t begin, std::uint64_t end) {
    check_order(trip, step, begin, end);
    trip.steps.push_back(step);
    TripSpan &span = trip.spans[static_cast<std::size_t>(step)];
    span.begin = begin;
    span.end = end;
}

/// From arrival to first instruction, including the time in which the node was busy or did not
/// poll.
void set_dispatch(RoundTrip &trip, Step step, const MessageRecord &message,
                  const DispatchBegin &dispatch) {
    check_order(trip, step, *message.arrived, *message.dispatched);
    set(trip, step, *message.arrived, message.started());
    TripSpan &span = trip.spans[static_cast<std::size_t>(step)];
    span.polled = dispatch.cycle();
    span.by_interrupt = dispatch.by_interrupt();
    span.interrupted = dispatch.interrupted();
    span.entries = dispatch.entries();
    span.other_cycles = span.polled.value_or(*message.dispatched) - *message.arrived;
}

void set_steps(RoundTrip &trip, const TripBounds &bounds, const DispatchBegin &request_dispatch,
               const DispatchBegin &reply_dispatch) {
    const MessageRecord &request = trip.request;
    set(trip, Step::send, bounds.begin(), *request.injected);
    set(trip, Step::network, *request.injected, *request.arrived);
    set_dispatch(trip, Step::dispatch, request, request_dispatch);
    if (!trip.reply) {
        set(trip, Step::handler, request.started(), *request.returned);
        return;
    }
    const MessageRecord &reply = *trip.reply;
    set(trip, Step::handler, request.started(), *reply.injected);
    set(trip, Step::reply_network, *reply.injected, *reply.arrived);
    set_dispatch(trip, Step::reply_dispatch, reply, reply_dispatch);
    set(trip, Step::reply_handler, reply.started(), *reply.returned);
    set(trip, Step::wait, *reply.returned, bounds.end());
}

/// In steps with code, the cycles besides the path's own instructions belong to handlers in
/// between.
void account(RoundTrip &trip) {
    std::array<std::uint64_t, static_cast<std::size_t>(Step::COUNT)> own{};
    for (const TripInstruction &one : trip.instructions)
        if (one.stream == Stream::path)
            own[static_cast<std::size_t>(one.step)] += one.event.cost.total();
    for (const Step step : trip.steps) {
        TripSpan &span = trip.spans[static_cast<std::size_t>(step)];
        const bool executes = step == Step::send || step == Step::handler ||
                              step == Step::reply_handler || step == Step::wait;
        const std::uint64_t used = own[static_cast<std::size_t>(step)];
        if (executes && !trip.cut && used < span.cycles()) span.other_cycles = span.cycles() - used;
    }
}

void check_whole(const MessageRecord &message, const char *what) {
    const auto need = [&](bool there, const char *step) {
        if (!there)
            throw UserError(fmt::format("{} {} is not in the trace to its end: it {}", what,
                                        message_name(message.id), step));
    };
    need(message.injected.has_value(), "was never sent");
    need(message.arrived.has_value(), "never arrived");
    need(!message.in_hardware,
         "was done by a hard-wired handler: no instruction has to do with it");
    need(!message.taken, "was taken by hardware or firmware: the node's program has no part in it");
    need(message.dispatched.has_value(), "never reached its handler");
}

} // namespace

const char *step_name(Step step) {
    switch (step) {
    case Step::send: return "send";
    case Step::network: return "network";
    case Step::dispatch: return "dispatch";
    case Step::handler: return "handler";
    case Step::reply_network: return "reply network";
    case Step::reply_dispatch: return "reply dispatch";
    case Step::reply_handler: return "reply handler";
    case Step::wait: return "wait";
    case Step::COUNT: break;
    }
    return "";
}

RoundTrip follow(const TraceReader &trace, const MessageLog &log, const MessageRecord &request,
                 const Image &names) {
    check_whole(request, "message");
    RoundTrip trip;
    trip.split = CauseSplit(names.processor, trace.header());
    trip.request = request;
    if (request.reply) {
        const MessageRecord *reply = log.find(*request.reply);
        if (reply != nullptr && reply->arrived && reply->dispatched && reply->returned)
            trip.reply = *reply;
    }
    if (!trip.reply && !request.returned)
        throw UserError(
            fmt::format("message {} is not in the trace to its end: its handler never returned",
                        message_name(request.id)));
    TripBounds bounds(trip.request, trip.reply ? &*trip.reply : nullptr, names.processor);
    DispatchBegin request_dispatch(&trip.request);
    DispatchBegin reply_dispatch(trip.reply ? &*trip.reply : nullptr);
    WaitFinder waits(names, bounds);
    Tee first{&waits, &request_dispatch, &reply_dispatch};
    trace.read(first);
    if (bounds.function() != 0) trip.function = names.place(bounds.function());
    trip.begins_with_trap = bounds.begins_with_trap();
    if (bounds.waiting_function() != 0)
        trip.waiting_function = names.place(bounds.waiting_function());
    set_steps(trip, bounds, request_dispatch, reply_dispatch);
    std::uint64_t sum = 0;
    for (const Step step : trip.steps) sum += trip.span(step).cycles();
    if (sum != trip.cycles()) throw std::logic_error("the steps of a round trip do not add up");
    Collector collector(trip);
    trace.read(collector);
    // The order of nodes is the host's; within a node, the order is that of execution.
    std::stable_sort(trip.instructions.begin(), trip.instructions.end(),
                     [](const TripInstruction &a, const TripInstruction &b) {
                         return a.event.cycle < b.event.cycle;
                     });
    account(trip);
    return trip;
}

} // namespace inlet
