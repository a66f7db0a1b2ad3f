#include "trace/event_words.h"

#include <utility>

namespace inlet::trace {

namespace {

std::uint32_t peer_of(const MessageEvent &event) {
    return event.drained != 0 ? event.destination : event.message.source;
}

/// A packet may be lost at its source.
bool is_at_source(const MessageEvent &event) { return event.node == event.message.source; }

/// Behind the cause of a drop.
constexpr std::uint32_t has_arrived = 0x100, was_taken = 0x200, cause_bits = 0xFF;

template <class Value> constexpr std::uint32_t as_number(Value value) {
    return static_cast<std::uint32_t>(value);
}

/// The words of one kind.
struct WordsOf {
    const MessageEvent &event;

    EventWords operator()(events::Inject) const { return {event.destination, 0}; }
    EventWords operator()(events::Refuse) const { return {}; }
    EventWords operator()(events::Arrive) const { return {peer_of(event), 0}; }
    EventWords operator()(const events::Dispatch &of) const {
        return {of.without ? as_number(*of.without) : peer_of(event), of.cycles};
    }
    EventWords operator()(events::Return) const { return {peer_of(event), 0}; }
    EventWords operator()(events::Exit of) const { return {0, of.status}; }
    EventWords operator()(events::Console of) const { return {0, of.bytes}; }
    EventWords operator()(events::Exception of) const { return {of.cause, of.cycles}; }
    EventWords operator()(events::Hardwired of) const { return {peer_of(event), of.cycles}; }
    EventWords operator()(events::Polled of) const { return {as_number(of.how), of.finds}; }
    EventWords operator()(events::Dropped of) const {
        return {is_at_source(event) ? event.destination : peer_of(event),
                as_number(of.cause) | (of.arrived ? has_arrived : 0) | (of.taken ? was_taken : 0)};
    }
    EventWords operator()(events::Staged of) const { return {as_number(of.stage), of.cycles}; }
};

/// The value with this number, if the list has one.
template <class Value, class List>
std::optional<Value> from_number(std::uint32_t number, const List &list) {
    if (number >= list.size()) return std::nullopt;
    return static_cast<Value>(number);
}

std::optional<events::Any> from_words(EventKind kind, EventWords words, bool message) {
    const auto &[other, value] = words;
    switch (kind) {
    case EventKind::inject: return events::Inject{};
    case EventKind::refuse: return events::Refuse{};
    case EventKind::arrive: return events::Arrive{};
    case EventKind::dispatch: {
        if (message) return events::Dispatch{value};
        const auto without = from_number<WithoutMessage>(other, without_message_names);
        if (!without) return std::nullopt;
        return events::Dispatch{value, without};
    }
    case EventKind::ret: return events::Return{};
    case EventKind::exit: return events::Exit{value};
    case EventKind::console: return events::Console{value};
    case EventKind::exception: return events::Exception{other, value};
    case EventKind::hardwired: return events::Hardwired{value};
    case EventKind::poll:
        if (const auto how = from_number<Poll>(other, poll_names))
            return events::Polled{*how, value};
        return std::nullopt;
    case EventKind::drop:
        if (value >= 2 * was_taken) return std::nullopt;
        if (const auto cause = from_number<Drop>(value & cause_bits, drops))
            return events::Dropped{*cause, (value & has_arrived) != 0, (value & was_taken) != 0};
        return std::nullopt;
    case EventKind::stage:
        if (const auto stage = from_number<Stage>(other, stages))
            return events::Staged{*stage, value};
        return std::nullopt;
    }
    return std::nullopt;
}

/// Whether `other` is peer_of().
bool has_peer(const MessageEvent &event) {
    switch (event.kind()) {
    case EventKind::arrive:
    case EventKind::ret:
    case EventKind::hardwired:
    case EventKind::drop: return true;
    case EventKind::dispatch: return !event.as<events::Dispatch>()->without;
    default: return false;
    }
}

} // namespace

EventWords words_of(const MessageEvent &event) { return std::visit(WordsOf{event}, event.what); }

bool set_words(MessageEvent &event, EventKind kind, EventWords words) {
    const auto what = from_words(kind, words, event.message.number != 0);
    if (!what) return false;
    event.what = *what;
    const bool names_it = kind == EventKind::inject || (event.drained != 0 && has_peer(event)) ||
                          (kind == EventKind::drop && is_at_source(event));
    event.destination = names_it ? words.other : event.node;
    return true;
}

} // namespace inlet::trace
