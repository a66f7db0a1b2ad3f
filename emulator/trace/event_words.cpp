#include "trace/event_words.h"

#include <utility>

namespace inlet::trace {

namespace {

std::uint32_t peer_of(const MessageEvent &event) {
    return event.drained != 0 ? event.destination : event.message.source;
}

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
    EventWords operator()(events::Dropped of) const { return {peer_of(event), as_number(of.cause)}; }
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
        if (const auto how = from_number<Poll>(other, poll_names)) return events::Polled{*how, value};
        return std::nullopt;
    case EventKind::drop:
        if (const auto cause = from_number<Drop>(value, drops)) return events::Dropped{*cause};
        return std::nullopt;
    case EventKind::stage:
        if (const auto stage = from_number<Stage>(other, stages))
            return events::Staged{*stage, value};
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

EventWords words_of(const MessageEvent &event) { return std::visit(WordsOf{event}, event.what); }

bool set_words(MessageEvent &event, EventKind kind, EventWords words) {
    const auto what = from_words(kind, words, event.message.number != 0);
    if (!what) return false;
    event.what = *what;
    event.destination = kind == EventKind::inject || event.drained != 0 ? words.other : event.node;
    return true;
}

} // namespace inlet::trace
