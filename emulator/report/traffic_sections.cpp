#include "report/traffic_sections.h"

#include "report/section_parts.h"
#include "report/trip_lines.h"

#include <array>
#include <fmt/format.h>
#include <map>

namespace inlet {

namespace {

using Column = Table::Column;

} // namespace

Table links_table(const Findings &f) {
    Table table{.name = "links", .title = "Links, by load"};
    table.columns = {{"from"},      {"to"},          Column::text("direction"), {"packets"},
                     {"high"},      {"words"},       {"busy_cycles"},           {"percent"},
                     {"mean_wait"}, {"longest_wait"}};
    const Wiring &wiring = f.traffic.wiring();
    const net::Topology *topology = wiring.topology();
    if (topology == nullptr) {
        table.notes.emplace_back("The trace's machine file cannot be read: the links are unknown. "
                                 "The section events has every hop.");
        return table;
    }
    if (!f.traffic.has_hops()) {
        table.notes.emplace_back(
            "The trace has no hops: no message went over a link, or it is of an "
            "old format.");
        return table;
    }
    struct At {
        std::uint32_t router;
        Port port;
    };
    std::vector<At> order;
    const auto is_node = [&](std::uint32_t router) {
        return topology->node_at(router) != net::Topology::none;
    };
    for (std::uint32_t router = 0; router < topology->routers(); ++router)
        for (std::size_t port = 0; port < topology->ports(); ++port) {
            const At at{router, static_cast<Port>(port)};
            if (f.traffic.link(at.router, at.port).packets != 0 &&
                (wiring.has_routers() || is_node(router) ||
                 is_node(topology->neighbour(at.router, at.port))))
                order.push_back(at);
        }
    const auto busy = [&](const At &at) { return f.traffic.link(at.router, at.port).busy; };
    keep_most(order, busy, f.most, table);
    for (const At &at : order) {
        const Traffic::Link &link = f.traffic.link(at.router, at.port);
        const auto end = [&](std::uint32_t router) {
            return wiring.has_routers() || is_node(router) ? Cell{std::uint64_t{router}} : Cell{};
        };
        const std::string direction = wiring.has_routers() ? topology->port_name(at.port)
                                      : is_node(at.router) ? "from the node"
                                                           : "to the node";
        table.rows.push_back(
            {end(at.router), end(topology->neighbour(at.router, at.port)), direction, link.packets,
             link.high, link.words, link.busy, percent(link.busy, f.cycles),
             static_cast<double>(link.waited) / static_cast<double>(link.packets), link.longest});
    }
    if (!wiring.has_routers()) {
        table.notes.emplace_back(
            "The links of the nodes: of this machine's network only the latency "
            "is known (docs/loggp.md).");
        return table;
    }
    const auto &grid = wiring.grid();
    const std::string routers = grid ? fmt::format("Routers of a grid of {} rows and {} columns.",
                                                   grid->rows(), grid->columns())
                                     : fmt::format("{} routers.", topology->routers());
    table.notes.push_back(routers + " wait: from the head's coming to the router (or into the "
                                    "injection\nbuffer) until it leaves over the link.");
    return table;
}

Table queues_table(const Findings &f) {
    using Buffer = Traffic::Buffer;
    Table table{.name = "queues", .title = "Buffers of the nodes"};
    table.columns = {
        {"node"},        Column::text("buffer"), Column::text("priority"), {"messages"},
        {"mean_wait"},   {"longest_wait"},       {"mean_length"},          {"most"},
        {"full_cycles"}, {"refused_sends"}};
    const std::map<Buffer, std::vector<std::array<Traffic::Queue, 2>>> all = {
        {Buffer::injection, f.traffic.queues(Buffer::injection)},
        {Buffer::receive, f.traffic.queues(Buffer::receive)}};
    const std::size_t nodes = all.at(Buffer::receive).size();
    for (std::size_t node = 0; node < nodes; ++node)
        for (const auto &[buffer, by_node] : all)
            for (std::size_t high = 0; high < 2; ++high) {
                const Traffic::Queue &q = by_node[node][high];
                if (q.messages == 0) continue;
                table.rows.push_back(
                    {std::uint64_t{node}, buffer == Buffer::injection ? "injection" : "receive",
                     high != 0 ? "high" : "low", q.messages,
                     static_cast<double>(q.waited) / static_cast<double>(q.messages), q.longest,
                     f.cycles == 0 ? 0.0
                                   : static_cast<double>(q.waited) / static_cast<double>(f.cycles),
                     std::uint64_t{q.most}, q.full,
                     f.traffic.refused(static_cast<std::uint32_t>(node))});
            }
    if (f.traffic.wiring().grid())
        table.notes.push_back(fmt::format(
            "Injection buffers have {} slots, receive buffers {}. refused sends: of the node, at "
            "both priorities.",
            f.traffic.slots(Buffer::injection), f.traffic.slots(Buffer::receive)));
    return table;
}

Table matrix_table(const Findings &f) {
    Table table{.name = "matrix", .title = "Messages from node to node"};
    table.columns = {{"source"},     {"destination"}, {"sent"},    {"arrived"}, {"handled"},
                     {"in_network"}, {"in_buffer"},   {"drained"}, {"lost"}};
    std::uint64_t sent = 0, handled = 0, drained = 0, lost = 0;
    const auto less = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; };
    for (const auto &[nodes, pair] : f.traffic.pairs()) {
        table.rows.push_back({std::uint64_t{nodes.first}, std::uint64_t{nodes.second}, pair.sent,
                              pair.arrived, pair.handled, less(pair.sent, pair.arrived + pair.lost),
                              less(pair.arrived, pair.handled), pair.drained, pair.lost});
        drained += pair.drained;
        lost += pair.lost;
        sent += pair.sent;
        handled += pair.handled;
    }
    if (drained != 0)
        table.notes.push_back(
            fmt::format("{} were drained: they arrived at a node on their way, whose kernel took "
                        "them (docs/gang.md).\nWhat it sends on for them are messages of its own.",
                        drained));
    if (lost != 0) table.notes.push_back(fmt::format("{} were lost.", lost));
    if (const std::uint64_t before = f.traffic.handled_from_before(); before != 0)
        table.notes.push_back(fmt::format(
            "{} more were handled that had been sent before the trace begins, at a snapshot.",
            before));
    if (sent == handled + lost) {
        table.notes.push_back(
            lost != 0 ? fmt::format("{} messages were sent, {} handled, none is in flight.", sent,
                                    handled)
                      : fmt::format("sent == received: {} messages, none in flight.", sent));
        return table;
    }
    table.notes.push_back(
        fmt::format("{} messages were sent, {} handled. Not handled at the end:", sent, handled));
    constexpr std::size_t most = 20;
    std::size_t listed = 0, more = 0;
    for (const MessageRecord *m : f.log.all()) {
        if (m->dispatched || m->in_hardware || m->taken || m->lost) continue;
        if (!m->injected && !m->arrived) continue; // sent before the trace
        if (listed++ >= most) {
            ++more;
            continue;
        }
        table.notes.push_back(fmt::format(
            "  {} from node {} to node {} ({}, {}): {}", message_name(m->id), m->id.source,
            m->destination, handler_name(m->handler, f.names), m->high ? "high" : "low",
            m->drained   ? fmt::format("drained at node {}, in its receive buffer since cycle {}",
                                       *m->drained, *m->arrived)
            : m->arrived ? fmt::format("in the receive buffer since cycle {}", *m->arrived)
                         : fmt::format("in the network since cycle {}", m->injected.value_or(0))));
    }
    if (more != 0) table.notes.push_back(fmt::format("  and {} more", more));
    return table;
}

std::string matrix_text(const Traffic &traffic, std::uint32_t nodes) {
    constexpr std::uint32_t most = 16;
    if (nodes > most) return "";
    std::string out =
        "Messages from (row) to (column): sent, or handled/sent where they differ\n    ";
    for (std::uint32_t to = 0; to < nodes; ++to) out += fmt::format(" {:>6}", to);
    out += "\n";
    for (std::uint32_t from = 0; from < nodes; ++from) {
        out += fmt::format("{:>4}", from);
        for (std::uint32_t to = 0; to < nodes; ++to) {
            const auto at = traffic.pairs().find({from, to});
            const Traffic::Pair pair = at == traffic.pairs().end() ? Traffic::Pair{} : at->second;
            out += fmt::format(" {:>6}", pair.sent == 0 ? "."
                                         : pair.sent == pair.handled
                                             ? std::to_string(pair.sent)
                                             : fmt::format("{}/{}", pair.handled, pair.sent));
        }
        out += "\n";
    }
    return out;
}

} // namespace inlet
