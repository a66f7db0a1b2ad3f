#include "scheduler/look.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace inlet {

namespace {

using net::Standing;
using Place = LookBuffer::Place;

bool across(Port port) { return port == Port::west || port == Port::east; }

LookBuffer buffer_of(const Standing &s, const net::Grid &grid) {
    const bool high = s.packet.priority == net::Priority::high;
    switch (s.place) {
    case Standing::Place::injection:
        return {Place::injection, grid.node_at(s.router), Port::local, false, high};
    case Standing::Place::receive:
        return {Place::receive, grid.node_at(s.router), Port::local, false, high};
    case Standing::Place::router: break;
    }
    return {Place::link, s.router, s.from, s.behind_dateline, high};
}

/// The buffer behind the output that a packet waits for.
LookBuffer next_of(const Standing &s, const net::Grid &grid) {
    const bool high = s.packet.priority == net::Priority::high;
    if (s.to == Port::local)
        return {Place::receive, grid.node_at(s.router), Port::local, false, high};
    const bool second = across(s.to) && (s.behind_dateline || grid.closes_ring(s.router, s.to));
    return {Place::link, grid.neighbour(s.router, s.to), net::opposite(s.to), second, high};
}

auto key(const LookWait &wait) {
    const LookBuffer b = wait.buffer.value_or(LookBuffer{});
    return std::tuple(wait.buffer.has_value(), wait.node, b.place, b.router, b.from, b.second,
                      b.high);
}
using Key = decltype(key(LookWait{}));

/// Follows what each waits for until it comes back to where it was.
std::vector<LookWait> circle_in(const Look &look) {
    std::map<Key, LookWait> waits_for;
    std::vector<LookWait> starts;
    const auto add = [&](const LookWait &who, const LookWait &whom) {
        if (waits_for.emplace(key(who), whom).second) starts.push_back(who);
    };
    for (const LookNode &node : look.nodes)
        if (node.refused)
            add({{}, node.node},
                {LookBuffer{Place::injection, node.node, Port::local, false, node.refused->high},
                 0});
    for (const LookPacket &packet : look.packets) {
        if (packet.position != 0) continue;
        if (packet.in.place == Place::receive)
            add({packet.in, 0}, {{}, packet.in.router});
        else
            add({packet.in, 0}, {packet.next, 0});
    }
    std::map<Key, std::size_t> came_by; // which walk was there first
    for (std::size_t walk = 0; walk < starts.size(); ++walk) {
        std::vector<LookWait> way;
        for (LookWait at = starts[walk];;) {
            const auto [seen, first] = came_by.emplace(key(at), walk);
            if (!first && seen->second == walk)
                return {std::find(way.begin(), way.end(), at), way.end()};
            if (!first) break; // that walk came to an end
            way.push_back(at);
            const auto next = waits_for.find(key(at));
            if (next == waits_for.end()) break;
            at = next->second;
        }
    }
    return {};
}

} // namespace

Look look_at(const net::Mesh &mesh, std::vector<LookNode> nodes) {
    Look look;
    look.rows = mesh.grid().rows();
    look.columns = mesh.grid().columns();
    look.nodes = std::move(nodes);
    for (const Standing &s : mesh.standing()) {
        LookPacket packet;
        packet.in = buffer_of(s, mesh.grid());
        packet.position = s.position;
        packet.since = s.since;
        if (s.position == 0 && s.place != Standing::Place::receive)
            packet.next = next_of(s, mesh.grid());
        packet.source = s.packet.source;
        packet.destination = s.packet.destination;
        packet.number = s.packet.number;
        packet.handler = s.packet.handler;
        packet.user = s.packet.user;
        packet.multicast = s.packet.multicast;
        look.packets.push_back(packet);
    }
    look.circle = circle_in(look);
    return look;
}

} // namespace inlet
