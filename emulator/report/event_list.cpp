#include "report/event_list.h"

#include "analysis/polls.h"
#include "inlet/endpoint_stage.h"
#include "report/trip_lines.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace inlet {

namespace {

using Row = std::vector<Cell>;

const char *stage_name(Stage stage) {
    switch (stage) {
    case Stage::send_wait: return "send: wait";
    case Stage::send_firmware: return "send: firmware";
    case Stage::send_channel: return "send: DMA";
    case Stage::send_room: return "send: room";
    case Stage::receive_wait: return "receive: wait";
    case Stage::receive_firmware: return "receive: firmware";
    case Stage::receive_channel: return "receive: DMA";
    }
    return "stage";
}

const char *stage_name(EndpointStage stage) {
    switch (stage) {
    case EndpointStage::launch: return "send: launch";
    case EndpointStage::queue: return "send: queue";
    case EndpointStage::send: return "send: endpoint";
    case EndpointStage::room: return "send: room";
    case EndpointStage::wait: return "receive: wait";
    case EndpointStage::receive: return "receive: endpoint";
    case EndpointStage::kept: return "receive: kept";
    case EndpointStage::taken: return "taken";
    }
    return "stage";
}

const char *event_name(const MessageEvent &event) {
    switch (event.kind) {
    case EventKind::inject: return "inject";
    case EventKind::refuse: return "refuse";
    case EventKind::arrive: return event.drained != 0 ? "drain" : "arrive";
    case EventKind::dispatch: break;
    case EventKind::ret: return "return";
    case EventKind::exit: return "exit";
    case EventKind::console: return "console";
    case EventKind::exception: return "exception";
    case EventKind::hardwired: return "hardwired";
    case EventKind::poll: return "poll";
    case EventKind::drop:
        return event.value == static_cast<std::uint32_t>(Drop::full) ? "drop (full)"
                                                                     : "drop (fault)";
    case EventKind::stage:
        return is_endpoint_stage(event) ? stage_name(static_cast<EndpointStage>(event.other))
                                        : stage_name(static_cast<Stage>(event.other));
    }
    if (event.message.number != 0) return "dispatch";
    switch (static_cast<WithoutMessage>(event.other)) {
    case WithoutMessage::timelet: return "timelet";
    case WithoutMessage::outlet: return "outlet";
    case WithoutMessage::stored: break;
    }
    return "stored";
}

bool has_message(const MessageEvent &event) { return event.message.number != 0; }

Row row(const MessageEvent &event, const Image &names, const Wiring &) {
    const bool told_where = event.kind == EventKind::inject || event.drained != 0;
    const bool arrives = event.kind == EventKind::arrive;
    const bool handler = event.handler != 0 && event.kind != EventKind::ret;
    const bool polls = event.kind == EventKind::poll;
    const PollWords words = polls ? poll_words(event) : PollWords{"", "", ""};
    return {event.cycle,
            std::uint64_t{event.node},
            event_name(event),
            has_message(event) ? message_name(event.message) : "",
            names.contexts.of(event.context),
            has_message(event) || event.kind == EventKind::refuse ? event.high ? "high" : "low"
                                                                  : "",
            told_where ? Cell{std::uint64_t{event.other}} : Cell{},
            handler ? handler_name(event.handler, names) : "",
            has_message(event) ? Cell{std::uint64_t{event.words} + event.vector_words} : Cell{},
            event.pc == 0 ? "" : names.place(event.pc),
            polls || event.kind == EventKind::drop
                ? Cell{}
                : Cell{std::uint64_t{arrives ? event.drained : event.value}},
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
    for (const Kept &one : order)
        table.rows.push_back(
            std::visit([&](const auto &event) { return row(event, names, wiring); }, one.what));
    table.left_out = told_ - order.size();
    if (table.left_out != 0) table.notes.push_back(fmt::format("{} more.", table.left_out));
    table.notes.emplace_back("hop: from cycle to until the packet leaves the router, from where it "
                             "came in to where it goes; node: the router's.");
    return table;
}

} // namespace inlet
