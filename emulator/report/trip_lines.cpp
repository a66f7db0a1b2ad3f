#include "report/trip_lines.h"

#include <fmt/format.h>

namespace inlet {

namespace {

void add_life(const MessageRecord &message, const Image &names, std::vector<TripEvent> &events) {
    const std::string name = message_name(message.id),
                      handler = handler_name(message.handler, names);
    std::string words = fmt::format("{} {}", message.words, message.words == 1 ? "word" : "words");
    if (message.vector_words != 0)
        words += fmt::format(" and a vector of {}", message.vector_words);
    events.push_back(
        {*message.injected, message.id.source, message.sender, "inject", message.id,
         fmt::format("{} {} to node {} leaves: {}, {}, {} priority",
                     message.multicast ? "multicast" : "message", name, message.destination,
                     handler, words, message.high ? "high" : "low")});
    events.push_back({*message.arrived, message.place(), message.level, "arrive", message.id,
                      fmt::format("message {} has arrived", name)});
    events.push_back(
        {*message.dispatched, message.place(), message.level, "dispatch", message.id,
         message.dispatch_cycles == 0
             ? fmt::format("handler of {} begins, called by software", name)
             : fmt::format("dispatch of {}: {} cycles; interrupts {}", name,
                           message.dispatch_cycles, names.place(message.interrupted))});
    if (message.returned)
        events.push_back(
            {*message.returned, message.place(), message.level, "return", message.id,
             fmt::format("handler of {} is done, back to {}", name, names.place(message.resumed))});
}

} // namespace

std::vector<TripEvent> trip_events(const RoundTrip &trip, const Image &names) {
    std::vector<TripEvent> events;
    add_life(trip.request, names, events);
    if (trip.reply) add_life(*trip.reply, names, events);
    const auto interrupt = [&](const MessageRecord &message, const TripSpan &dispatch) {
        if (dispatch.by_interrupt)
            events.push_back(
                {*dispatch.polled, message.place(), Context::main, "interrupt", message.id,
                 fmt::format("interrupt, before {}", names.place(dispatch.interrupted))});
    };
    interrupt(trip.request, trip.span(Step::dispatch));
    if (trip.reply) interrupt(*trip.reply, trip.span(Step::reply_dispatch));
    if (trip.resumed)
        events.push_back(
            {*trip.resumed, trip.request.place(), Context::main, "resume", trip.request.id,
             fmt::format("goes on at {}", names.place(trip.span(Step::dispatch).interrupted))});
    return events;
}

} // namespace inlet
