#include "report/event_list.h"

#include "analysis/polls.h"
#include "report/trip_lines.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace inlet {

namespace {

using Row = std::vector<Cell>;

/// The names of inlet/events.def: of the cause, where there is one.
std::string event_name(const MessageEvent &event) {
    if (const auto *dispatch = event.as<events::Dispatch>(); dispatch && dispatch->without)
        return without_message_names[static_cast<std::size_t>(*dispatch->without)];
    if (const auto *staged = event.as<events::Staged>()) return facts_of(staged->stage).name;
    if (event.kind() == EventKind::arrive && event.drained != 0) return "drain";
    const std::string name = event_kind_names[static_cast<std::size_t>(event.kind())];
    const auto *dropped = event.as<events::Dropped>();
    return dropped
               ? fmt::format("{} ({})", name, drops[static_cast<std::size_t>(dropped->cause)].name)
               : name;
}

/// The number of the column "value"; empty: events of this kind have none.
struct ValueCell {
    std::uint16_t drained;

    Cell operator()(events::Inject) const { return std::uint64_t{0}; }
    Cell operator()(events::Refuse) const { return std::uint64_t{0}; }
    Cell operator()(events::Arrive) const { return std::uint64_t{drained}; }
    Cell operator()(const events::Dispatch &of) const { return std::uint64_t{of.cycles}; }
    Cell operator()(events::Return) const { return std::uint64_t{0}; }
    Cell operator()(events::Exit of) const { return std::uint64_t{of.status}; }
    Cell operator()(events::Console of) const { return std::uint64_t{of.bytes}; }
    Cell operator()(events::Exception of) const { return std::uint64_t{of.cycles}; }
    Cell operator()(events::Hardwired of) const { return std::uint64_t{of.cycles}; }
    Cell operator()(events::Polled) const { return {}; }
    Cell operator()(events::Dropped) const { return {}; }
    Cell operator()(events::Staged of) const { return std::uint64_t{of.cycles}; }
};

bool has_message(const MessageEvent &event) { return event.message.number != 0; }

Row row(const MessageEvent &event, const Image &names, const Wiring &) {
    const bool told_where = event.kind() == EventKind::inject || event.drained != 0;
    const bool handler = event.handler != 0 && event.kind() != EventKind::ret;
    const auto *poll = event.as<events::Polled>();
    const PollWords words = poll ? poll_words(*poll) : PollWords{"", "", ""};
    return {event.cycle,
            std::uint64_t{event.node},
            event_name(event),
            has_message(event) ? message_name(event.message) : "",
            is_taken(event) ? "" : names.contexts.of(event.context), // by no code of the program
            has_message(event) || event.kind() == EventKind::refuse ? event.high ? "high" : "low"
                                                                    : "",
            told_where ? Cell{std::uint64_t{event.destination}} : Cell{},
            handler ? handler_name(event.handler, names) : "",
            has_message(event) ? Cell{std::uint64_t{event.words} + event.vector_words} : Cell{},
            event.pc == 0 ? "" : names.place(event.pc),
            std::visit(ValueCell{event.drained}, event.what),
            words.poll,
            words.finds,
            words.room,
            Cell{},
            "",
            "",
            Cell{},
            Cell{},
            Cell{},
            Cell{}};
}

Row row(const HopEvent &hop, const Image &names, const Wiring &wiring) {
    return {hop.cycle,
            hop.node == HopEvent::none ? Cell{} : Cell{std::uint64_t{hop.node}},
            "hop",
            message_name(hop.message),
            "",
            hop.high ? "high" : "low",
            std::uint64_t{hop.destination},
            handler_name(hop.handler, names),
            std::uint64_t{hop.words},
            "",
            hop.drained != 0 ? Cell{std::uint64_t{hop.drained}} : Cell{},
            "",
            "",
            "",
            std::uint64_t{hop.router},
            wiring.port_name(hop.from),
            wiring.port_name(hop.to),
            std::uint64_t{hop.second},
            hop.cycle - hop.since,
            hop.end,
            hop.arrives};
}

} // namespace

void EventList::keep(std::uint64_t cycle, std::uint32_t where, const What &what) {
    const Kept one{cycle, where, told_++, what};
    if (most_ != 0 && kept_.size() == most_) {
        if (!(one < kept_.front())) return;
        std::pop_heap(kept_.begin(), kept_.end());
        kept_.pop_back();
    }
    kept_.push_back(one);
    if (most_ != 0) std::push_heap(kept_.begin(), kept_.end());
}

Table EventList::table(const Image &names, const Wiring &wiring) const {
    using Column = Table::Column;
    Table table{.name = "events", .title = "Events, by time"};
    table.columns = {{"cycle"},
                     {"node"},
                     Column::text("event"),
                     Column::text("message"),
                     Column::text("level"),
                     Column::text("priority"),
                     {"destination"},
                     Column::text("handler"),
                     {"words"},
                     Column::text("place"),
                     {"value", true},
                     {"poll", true, false},
                     {"finds", true, false},
                     {"room", true, false},
                     {"router"},
                     Column::text("from"),
                     Column::text("to"),
                     {"second_channel", true},
                     {"waited"},
                     {"until"},
                     {"arrives"}};
    std::vector<Kept> order = kept_;
    std::sort(order.begin(), order.end());
    for (const Kept &one : order) {
        const auto *const hop = std::get_if<HopEvent>(&one.what);
        if (hop && hop->node == HopEvent::none && !wiring.has_routers()) continue;
        table.rows.push_back(
            std::visit([&](const auto &event) { return row(event, names, wiring); }, one.what));
    }
    table.left_out = told_ - order.size();
    if (table.left_out != 0) table.notes.push_back(fmt::format("{} more.", table.left_out));
    table.notes.emplace_back("hop: from cycle to until the packet leaves the router, from where it "
                             "came in to where it goes; node: the router's.");
    return table;
}

} // namespace inlet
