#include "app/state_dump_text.h"

#include "analysis/event_names.h"
#include "app/callers_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet::app {

namespace {

using nlohmann::json;
using Place = DumpBuffer::Place;
using State = DumpNode::State;

constexpr std::size_t most_lines = 8; ///< maximum for each kind of line in a deadlock report
constexpr std::size_t most_rows = 32; ///< maximum for a table

const char *priority(bool high) { return high ? "high" : "low"; }

bool takes_high(const DumpNode &node) { return node.ee && node.hpmm; }
bool takes_low(const DumpNode &node) { return node.ee && node.lpee && node.lpmm; }

/// The messages that a node lets in.
const char *takes(const DumpNode &node) {
    if (!node.has_mask) return node.must_poll ? "polls" : "";
    if (takes_high(node)) return takes_low(node) ? "all" : "high";
    return takes_low(node) ? "low" : "none";
}

std::string messages(std::size_t count) {
    return fmt::format("{} message{}", count, count == 1 ? "" : "s");
}

std::string text(const StateDump &dump, const DumpBuffer &buffer) {
    if (buffer.place != Place::link)
        return fmt::format(fmt::runtime(row_of(buffer.place).text), buffer.router);
    return fmt::format("link from the {} into router {}{}",
                       dump.ports.at(static_cast<std::size_t>(buffer.from)), buffer.router,
                       buffer.second ? ", behind the dateline" : "");
}

/// Number of messages in each kind of buffer.
std::array<std::size_t, std::size(buffer_places)> by_place(const StateDump &dump) {
    std::array<std::size_t, std::size(buffer_places)> count{};
    for (const DumpPacket &packet : dump.packets)
        ++count[static_cast<std::size_t>(packet.in.place)];
    return count;
}

std::string pending_text(const StateDump &dump) {
    const auto [injection, link, receive, sending, arrived] = by_place(dump);
    return fmt::format(
        "{} {} pending: {}{} in injection buffers, {} on links, {} delivered but not received",
        messages(dump.packets.size()), dump.packets.size() == 1 ? "is" : "are",
        sending != 0 ? fmt::format("{} in network interfaces, ", sending) : "", injection, link,
        receive + arrived);
}

std::string title(const DumpNode &node, const SecondCores &second) {
    return node.core ? fmt::format("node {}'s {}", node.node, second.name)
                     : fmt::format("node {}", node.node);
}

/// A line of a second core, which takes no messages.
std::string second_line(const DumpNode &node, const SecondCores &second) {
    const std::string calls = callers_text(node.pc, node.callers, *second.image);
    return fmt::format("\n  {}, cycle {}, pc {}, {}{}{}", title(node, second), node.cycle,
                       second.image->where(node.pc), row_of(node.state).of_second,
                       calls.empty() ? "" : ", ", calls);
}

/// Messages in the node's interface that its program has not taken, or those for a processor of the
/// interface.
std::size_t arrived_at(const StateDump &dump, const DumpNode &node, bool for_device = false) {
    return static_cast<std::size_t>(std::ranges::count_if(dump.packets, [&](const DumpPacket &one) {
        return one.in.place == Place::arrived && one.in.router == node.node &&
               one.for_device == for_device;
    }));
}

std::string node_line(const StateDump &dump, const DumpNode &node, const Image &image) {
    std::string line =
        fmt::format("\n  node {}, {}cycle {}, pc {}", node.node,
                    node.state == State::waits ? "since " : "", node.cycle, image.where(node.pc));
    for (const std::string &more : {callers_text(node.pc, node.callers, image),
                                    context_text(node.context, node.handles, image)})
        if (!more.empty()) line += ", " + more;
    if (node.state == State::waits)
        for (const std::uint32_t address : node.reads)
            line += fmt::format("{} {}", address == node.reads.front() ? ", reads" : " and",
                                image.variable(address));
    line += row_of(node.state).phrase;
    if (node.unacknowledged) line += ", and waits for an acknowledgement";
    if (node.refused)
        line += fmt::format(", its SEND{} to node {} (handler {}) is refused again and again",
                            node.refused->high ? "H" : "", node.refused->destination,
                            image.place(node.refused->handler));
    if (const std::size_t unread = arrived_at(dump, node, true); unread != 0)
        line += fmt::format("; its interface has {} that nobody has read", messages(unread));
    const std::size_t arrived = arrived_at(dump, node);
    if (node.must_poll && arrived != 0)
        return line + fmt::format("; it does not poll, and has {}", messages(arrived));
    if (node.holds && arrived != 0)
        return line + fmt::format("; it holds {} back (am_hold)", messages(arrived));
    if (!has_messages(dump, node))
        return line + (node.holds ? "; it holds messages back (am_hold)" : "");
    if (!takes_low(node))
        line += fmt::format("; it takes no {}messages", takes_high(node) ? "low " : "");
    else if (!takes_high(node))
        line += "; it takes no high messages";
    return line;
}

/// The messages in a buffer of a wait-for cycle.
std::string content(const StateDump &dump, const DumpBuffer &buffer, const Image &image) {
    std::size_t count = 0;
    const DumpPacket *first = nullptr;
    for (const DumpPacket &packet : dump.packets) {
        if (packet.in != buffer) continue;
        ++count;
        if (packet.position == 0) first = &packet;
    }
    if (first == nullptr) return "";
    return fmt::format(": {}, the first from node {} to {}, handler {}, since cycle {}",
                       messages(count), first->source, first->destination,
                       image.place(first->handler), first->since);
}

std::string wait_cycle_text(const StateDump &dump, const Image &image, std::size_t most,
                            const char *indent) {
    if (dump.wait_cycle.empty()) return "";
    std::string lines =
        fmt::format("\n{}each waits for the next, and the last for the first:", indent);
    for (std::size_t i = 0; i < std::min(dump.wait_cycle.size(), most); ++i) {
        const DumpWait &wait = dump.wait_cycle[i];
        lines += fmt::format("\n{}  ", indent);
        if (wait.buffer)
            lines += fmt::format("{}, {}{}", text(dump, *wait.buffer), priority(wait.buffer->high),
                                 content(dump, *wait.buffer, image));
        else
            lines +=
                fmt::format("node {}, in {}", wait.node, image.place(dump.nodes.at(wait.node).pc));
    }
    if (dump.wait_cycle.size() > most)
        lines += fmt::format("\n{}  and {} more", indent, dump.wait_cycle.size() - most);
    return lines;
}

json to_json(const StateDump &dump, const DumpBuffer &buffer) {
    json document = {{"place", row_of(buffer.place).name},
                     {"router", buffer.router},
                     {"priority", priority(buffer.high)}};
    if (buffer.place == Place::link) {
        document["from"] = dump.ports.at(static_cast<std::size_t>(buffer.from));
        document["behind_dateline"] = buffer.second;
    }
    return document;
}

} // namespace

bool is_jam(const StateDump &dump) {
    const auto [injection, link, receive, sending, arrived] = by_place(dump);
    return injection + link + sending != 0 ||
           std::any_of(dump.nodes.begin(), dump.nodes.end(),
                       [](const DumpNode &node) { return node.state == State::sends; });
}

bool has_messages(const StateDump &dump, const DumpNode &node) {
    return std::any_of(dump.packets.begin(), dump.packets.end(), [&](const DumpPacket &packet) {
        return packet.in.router == node.node && !packet.for_device &&
               (packet.in.place == Place::receive || packet.in.place == Place::arrived);
    });
}

std::string guest_threads_text(const std::vector<GuestThread> &threads, const Image &image) {
    constexpr std::size_t most = 16;
    std::string lines;
    for (std::size_t i = 0; i < std::min(threads.size(), most); ++i)
        lines += "\n    " + guest_thread_text(threads[i], image);
    if (threads.size() > most)
        lines += fmt::format("\n    and {} more threads", threads.size() - most);
    return lines;
}

std::string queues_text(const DumpNode &node, const SecondCores &second) {
    constexpr std::size_t most = 20;
    if (node.queues.empty()) return "";
    std::string text = node.core ? fmt::format("\n    {}: ", second.name) : "\n    ";
    for (std::size_t i = 0; i < std::min(node.queues.size(), most); ++i)
        text += (i ? ", " : "") + node.queues[i];
    if (node.queues.size() > most) text += fmt::format(", and {} more", node.queues.size() - most);
    return text;
}

std::string stuck_nodes_text(const StateDump &dump, const Image &image, const SecondCores &second) {
    std::string lines;
    std::size_t stuck = 0;
    for (const DumpNode &node : dump.nodes) {
        if (node.state == State::exited || ++stuck > most_lines) continue;
        lines += node_line(dump, node, image);
        lines += guest_threads_text(node.threads, image) + queues_text(node, second);
    }
    if (stuck > most_lines) lines += fmt::format("\n  and {} more", stuck - most_lines);
    for (std::size_t i = 0; second.image && i < std::min(dump.firmware.size(), most_lines); ++i)
        lines += second_line(dump.firmware[i], second) + queues_text(dump.firmware[i], second);
    if (second.image && dump.firmware.size() > most_lines)
        lines += fmt::format("\n  and {} more second cores", dump.firmware.size() - most_lines);
    if (!dump.packets.empty()) lines += "\n  " + pending_text(dump);
    return lines + wait_cycle_text(dump, image, most_lines, "  ");
}

std::string state_dump_text(const StateDump &dump, const Image &image, const SecondCores &second) {
    const std::string grid =
        dump.rows == 0 ? "" : fmt::format(" in {} x {}", dump.rows, dump.columns);
    std::string out = fmt::format("cycle {}: {} nodes{}; {}\n\n", dump.cycle, dump.nodes.size(),
                                  grid, pending_text(dump));
    out += fmt::format("{:>5}  {:<7}  {:<12}  {:<5}  {:>12}  {}\n", "node", "state", "context",
                       "takes", "cycle", "pc");
    for (std::size_t i = 0; i < std::min(dump.nodes.size(), most_rows); ++i) {
        const DumpNode &node = dump.nodes[i];
        out += fmt::format("{:>5}  {:<7}  {:<12}  {:<5}  {:>12}  {}\n", node.node,
                           row_of(node.state).name, dump.contexts.title(node.context), takes(node),
                           node.cycle, image.where(node.pc));
    }
    if (dump.nodes.size() > most_rows)
        out += fmt::format("and {} more (--json has all)\n", dump.nodes.size() - most_rows);
    if (second.image && !dump.firmware.empty())
        out += fmt::format("\n{:>5}  {:<7}  {:>12}  {}\n", "node", second.name, "cycle", "pc");
    for (std::size_t i = 0; second.image && i < std::min(dump.firmware.size(), most_rows); ++i) {
        const DumpNode &core = dump.firmware[i];
        out += fmt::format("{:>5}  {:<7}  {:>12}  {}\n", core.node, row_of(core.state).of_second,
                           core.cycle, second.image->where(core.pc));
    }
    if (dump.packets.empty()) return out;
    out += fmt::format("\n{:<4}  {:>5}  {:>5}  {:>12}  {:<24}  {}\n", "", "from", "to", "since",
                       "handler", "where");
    for (std::size_t i = 0; i < std::min(dump.packets.size(), most_rows); ++i) {
        const DumpPacket &packet = dump.packets[i];
        out += fmt::format("{:<4}  {:>5}  {:>5}  {:>12}  {:<24}  {}", priority(packet.in.high),
                           packet.source, packet.destination, packet.since,
                           packet.handler < first_handler ? handler_name(packet.handler, image)
                                                          : image.place(packet.handler),
                           text(dump, packet.in));
        if (packet.position != 0)
            out += fmt::format(", behind {}", packet.position);
        else if (packet.next)
            out += fmt::format(", for the {}", text(dump, *packet.next));
        if (packet.user) out += ", user";
        if (packet.multicast) out += ", multicast";
        out += "\n";
    }
    if (dump.packets.size() > most_rows)
        out += fmt::format("and {} more (--json has all)\n", dump.packets.size() - most_rows);
    const std::string circle = wait_cycle_text(dump, image, most_rows, "");
    return circle.empty() ? out : out + circle + "\n";
}

json state_dump_json(const StateDump &dump, const Image &image, const SecondCores &second) {
    json nodes = json::array(), packets = json::array(), circle = json::array();
    for (const DumpNode &node : dump.nodes) {
        json one = {{"node", node.node},
                    {"state", row_of(node.state).name},
                    {"cycle", node.cycle},
                    {"pc", node.pc},
                    {"place", image.place(node.pc)},
                    {"context", dump.contexts.title(node.context)}};
        if (node.has_mask)
            one.update({{"ee", node.ee},
                        {"lpee", node.lpee},
                        {"hpmm", node.hpmm},
                        {"lpmm", node.lpmm},
                        {"om", node.om},
                        {"tm", node.tm}});
        if (const auto source = image.lines.text(node.pc); !source.empty()) one["source"] = source;
        if (node.handles)
            one["message"] = fmt::format("{}:{}", node.handles->source, node.handles->number);
        if (!node.callers.empty()) {
            one["callers"] = json::array();
            for (const std::uint32_t call : node.callers)
                one["callers"].push_back(image.where(call));
        }
        if (node.state == State::waits) one["reads"] = node.reads;
        if (const std::size_t arrived = arrived_at(dump, node); arrived != 0)
            one["unread"] = arrived;
        if (node.holds) one["holds"] = true;
        if (node.refused)
            one["refused"] = {{"pc", node.refused->pc},
                              {"priority", priority(node.refused->high)},
                              {"destination", node.refused->destination},
                              {"handler", image.place(node.refused->handler)}};
        nodes.push_back(std::move(one));
    }
    for (const DumpPacket &packet : dump.packets) {
        json one = {{"buffer", to_json(dump, packet.in)},
                    {"position", packet.position},
                    {"since", packet.since},
                    {"source", packet.source},
                    {"destination", packet.destination},
                    {"number", packet.number},
                    {"handler", packet.handler < first_handler ? handler_name(packet.handler, image)
                                                               : image.place(packet.handler)},
                    {"mode", packet.user ? "user" : "kernel"},
                    {"multicast", packet.multicast}};
        if (packet.next) one["waits_for"] = to_json(dump, *packet.next);
        packets.push_back(std::move(one));
    }
    for (const DumpWait &wait : dump.wait_cycle)
        circle.push_back(wait.buffer ? to_json(dump, *wait.buffer) : json{{"node", wait.node}});
    json document = {{"cycle", dump.cycle},
                     {"nodes", std::move(nodes)},
                     {"messages", std::move(packets)},
                     {"circle", std::move(circle)}};
    if (dump.rows != 0) document.update({{"rows", dump.rows}, {"columns", dump.columns}});
    if (second.image)
        for (const DumpNode &core : dump.firmware)
            document["firmware"].push_back({{"node", core.node},
                                            {"core", second.name},
                                            {"state", row_of(core.state).of_second},
                                            {"cycle", core.cycle},
                                            {"pc", core.pc},
                                            {"place", second.image->place(core.pc)}});
    return document;
}

} // namespace inlet::app
