#include "look_text.h"

#include "callers_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet::cli {

namespace {

using nlohmann::json;
using Place = LookBuffer::Place;
using State = LookNode::State;

constexpr std::size_t most_lines = 8; ///< of each kind in a deadlock report
constexpr std::size_t most_rows = 32; ///< of a table

const char *name(State state) {
    switch (state) {
    case State::runs: return "runs";
    case State::waits: return "waits";
    case State::polls: return "polls";
    case State::sends: return "sends";
    case State::exited: return "exited";
    case State::faulted: return "faulted";
    }
    return "";
}

const char *name(Place place) {
    switch (place) {
    case Place::injection: return "injection";
    case Place::link: return "link";
    case Place::receive: return "receive";
    }
    return "";
}

const char *priority(bool high) { return high ? "high" : "low"; }

bool takes_high(const LookNode &node) { return node.ee && node.hpmm; }
bool takes_low(const LookNode &node) { return node.ee && node.lpee && node.lpmm; }

/// Which messages it lets in.
const char *takes(const LookNode &node) {
    if (takes_high(node)) return takes_low(node) ? "all" : "high";
    return takes_low(node) ? "low" : "none";
}

std::string messages(std::size_t count) {
    return fmt::format("{} message{}", count, count == 1 ? "" : "s");
}

std::string text(const Look &look, const LookBuffer &buffer) {
    switch (buffer.place) {
    case Place::injection: return fmt::format("injection buffer of node {}", buffer.router);
    case Place::receive: return fmt::format("receive buffer of node {}", buffer.router);
    case Place::link: break;
    }
    return fmt::format("link from the {} into router {}{}",
                       look.ports.at(static_cast<std::size_t>(buffer.from)), buffer.router,
                       buffer.second ? ", behind the dateline" : "");
}

/// How many of the messages stand in each kind of buffer.
std::array<std::size_t, 3> by_place(const Look &look) {
    std::array<std::size_t, 3> count{};
    for (const LookPacket &packet : look.packets)
        ++count[static_cast<std::size_t>(packet.in.place)];
    return count;
}

std::string stand_text(const Look &look) {
    const auto [injection, link, receive] = by_place(look);
    return fmt::format(
        "{} stand{}: {} in injection buffers, {} on links, {} delivered and not taken",
        messages(look.packets.size()), look.packets.size() == 1 ? "s" : "", injection, link,
        receive);
}

/// `has_messages`: some are delivered to it.
std::string node_line(const LookNode &node, bool has_messages, const Image &image) {
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
    if (node.state == State::polls) line += ", asks the network again and again";
    if (node.refused)
        line += fmt::format(", its SEND{} to node {} (handler {}) is refused again and again",
                            node.refused->high ? "H" : "", node.refused->destination,
                            image.place(node.refused->handler));
    if (!has_messages) return line;
    if (!takes_low(node))
        line += fmt::format("; it takes no {}messages", takes_high(node) ? "low " : "");
    else if (!takes_high(node))
        line += "; it takes no high messages";
    return line;
}

/// Of a buffer in the circle: what is in it.
std::string content(const Look &look, const LookBuffer &buffer, const Image &image) {
    std::size_t count = 0;
    const LookPacket *first = nullptr;
    for (const LookPacket &packet : look.packets) {
        if (packet.in != buffer) continue;
        ++count;
        if (packet.position == 0) first = &packet;
    }
    if (first == nullptr) return "";
    return fmt::format(": {}, the first from node {} to {}, handler {}, since cycle {}",
                       messages(count), first->source, first->destination,
                       image.place(first->handler), first->since);
}

std::string circle_text(const Look &look, const Image &image, std::size_t most,
                        const char *indent) {
    if (look.circle.empty()) return "";
    std::string lines =
        fmt::format("\n{}each waits for the next, and the last for the first:", indent);
    for (std::size_t i = 0; i < std::min(look.circle.size(), most); ++i) {
        const LookWait &wait = look.circle[i];
        lines += fmt::format("\n{}  ", indent);
        if (wait.buffer)
            lines += fmt::format("{}, {}{}", text(look, *wait.buffer), priority(wait.buffer->high),
                                 content(look, *wait.buffer, image));
        else
            lines +=
                fmt::format("node {}, in {}", wait.node, image.place(look.nodes.at(wait.node).pc));
    }
    if (look.circle.size() > most)
        lines += fmt::format("\n{}  and {} more", indent, look.circle.size() - most);
    return lines;
}

json to_json(const Look &look, const LookBuffer &buffer) {
    json document = {{"place", name(buffer.place)},
                     {"router", buffer.router},
                     {"priority", priority(buffer.high)}};
    if (buffer.place == Place::link) {
        document["from"] = look.ports.at(static_cast<std::size_t>(buffer.from));
        document["behind_dateline"] = buffer.second;
    }
    return document;
}

} // namespace

bool is_jam(const Look &look) {
    const auto [injection, link, receive] = by_place(look);
    return injection + link != 0 ||
           std::any_of(look.nodes.begin(), look.nodes.end(), [](const LookNode &node) {
               return node.state == State::sends || node.state == State::polls;
           });
}

std::string jam_text(const Look &look, const Image &image) {
    std::string lines;
    std::size_t stuck = 0;
    for (const LookNode &node : look.nodes) {
        if (node.state == State::exited || ++stuck > most_lines) continue;
        const bool has_messages =
            std::any_of(look.packets.begin(), look.packets.end(), [&](const LookPacket &packet) {
                return packet.in.place == Place::receive && packet.in.router == node.node;
            });
        lines += node_line(node, has_messages, image);
    }
    if (stuck > most_lines) lines += fmt::format("\n  and {} more", stuck - most_lines);
    if (!look.packets.empty()) lines += "\n  " + stand_text(look);
    return lines + circle_text(look, image, most_lines, "  ");
}

std::string look_text(const Look &look, const Image &image) {
    std::string out = fmt::format("cycle {}: {} nodes in {} x {}; {}\n\n", look.cycle,
                                  look.nodes.size(), look.rows, look.columns, stand_text(look));
    out += fmt::format("{:>5}  {:<7}  {:<12}  {:<5}  {:>12}  {}\n", "node", "state", "context",
                       "takes", "cycle", "pc");
    for (std::size_t i = 0; i < std::min(look.nodes.size(), most_rows); ++i) {
        const LookNode &node = look.nodes[i];
        out += fmt::format("{:>5}  {:<7}  {:<12}  {:<5}  {:>12}  {}\n", node.node, name(node.state),
                           look.contexts.title(node.context), takes(node), node.cycle,
                           image.where(node.pc));
    }
    if (look.nodes.size() > most_rows)
        out += fmt::format("and {} more (--json has all)\n", look.nodes.size() - most_rows);
    if (look.packets.empty()) return out;
    out += fmt::format("\n{:<4}  {:>5}  {:>5}  {:>12}  {:<24}  {}\n", "", "from", "to", "since",
                       "handler", "where");
    for (std::size_t i = 0; i < std::min(look.packets.size(), most_rows); ++i) {
        const LookPacket &packet = look.packets[i];
        out += fmt::format("{:<4}  {:>5}  {:>5}  {:>12}  {:<24}  {}", priority(packet.in.high),
                           packet.source, packet.destination, packet.since,
                           image.place(packet.handler), text(look, packet.in));
        if (packet.position != 0)
            out += fmt::format(", behind {}", packet.position);
        else if (packet.next)
            out += fmt::format(", for the {}", text(look, *packet.next));
        if (packet.user) out += ", user";
        if (packet.multicast) out += ", multicast";
        out += "\n";
    }
    if (look.packets.size() > most_rows)
        out += fmt::format("and {} more (--json has all)\n", look.packets.size() - most_rows);
    const std::string circle = circle_text(look, image, most_rows, "");
    return circle.empty() ? out : out + circle + "\n";
}

json look_json(const Look &look, const Image &image) {
    json nodes = json::array(), packets = json::array(), circle = json::array();
    for (const LookNode &node : look.nodes) {
        json one = {{"node", node.node},
                    {"state", name(node.state)},
                    {"cycle", node.cycle},
                    {"pc", node.pc},
                    {"place", image.place(node.pc)},
                    {"context", look.contexts.title(node.context)},
                    {"ee", node.ee},
                    {"lpee", node.lpee},
                    {"hpmm", node.hpmm},
                    {"lpmm", node.lpmm},
                    {"om", node.om},
                    {"tm", node.tm}};
        if (const auto source = image.lines.text(node.pc); !source.empty()) one["source"] = source;
        if (node.handles)
            one["message"] = fmt::format("{}:{}", node.handles->source, node.handles->number);
        if (!node.callers.empty()) {
            one["callers"] = json::array();
            for (const std::uint32_t call : node.callers)
                one["callers"].push_back(image.where(call));
        }
        if (node.state == State::waits) one["reads"] = node.reads;
        if (node.refused)
            one["refused"] = {{"pc", node.refused->pc},
                              {"priority", priority(node.refused->high)},
                              {"destination", node.refused->destination},
                              {"handler", image.place(node.refused->handler)}};
        nodes.push_back(std::move(one));
    }
    for (const LookPacket &packet : look.packets) {
        json one = {{"buffer", to_json(look, packet.in)},
                    {"position", packet.position},
                    {"since", packet.since},
                    {"source", packet.source},
                    {"destination", packet.destination},
                    {"number", packet.number},
                    {"handler", image.place(packet.handler)},
                    {"mode", packet.user ? "user" : "kernel"},
                    {"multicast", packet.multicast}};
        if (packet.next) one["waits_for"] = to_json(look, *packet.next);
        packets.push_back(std::move(one));
    }
    for (const LookWait &wait : look.circle)
        circle.push_back(wait.buffer ? to_json(look, *wait.buffer) : json{{"node", wait.node}});
    return {{"cycle", look.cycle},
            {"rows", look.rows},
            {"columns", look.columns},
            {"nodes", std::move(nodes)},
            {"messages", std::move(packets)},
            {"circle", std::move(circle)}};
}

} // namespace inlet::cli
