#include "report/trip_lines.h"

#include <fmt/format.h>

namespace inlet {

const char *context_name(Context context) {
    switch (context) {
    case Context::main: return "main";
    case Context::low: return "low";
    case Context::high: return "high";
    }
    return "?";
}

std::string cost_text(const Cost &cost) {
    std::string text;
    const auto add = [&](const char *name, std::uint32_t cycles) {
        if (cycles != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, cycles);
    };
    add("issue", cost.issue);
    add("load-use", cost.load_use);
    add("network", cost.network);
    add("multiply", cost.multiply);
    add("cache", cost.cache);
    add("write buffer", cost.write_buffer);
    add("ni wait", cost.ni_wait);
    return text.empty() ? "free" : text; // host services
}

std::string message_name(MessageId id) { return fmt::format("{}:{}", id.source, id.number); }

std::string handler_name(std::uint32_t address, const Image &names) {
    std::string name = names.place(address);
    if (constexpr std::string_view entry = "-0x8"; name.ends_with(entry))
        name.resize(name.size() - entry.size());
    return name;
}

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
    return events;
}

} // namespace inlet
