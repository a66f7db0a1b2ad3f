#include "scheduler/state_dump.h"

#include "net/grid.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace inlet {

namespace {

using net::Standing;
using DumpPlace = DumpBuffer::Place;

DumpBuffer buffer_of(const Standing &s, const net::Topology &topology, bool high) {
    switch (s.place) {
    case Standing::Place::injection:
        return {DumpPlace::injection, topology.node_at(s.router), Port::local, false, high};
    case Standing::Place::receive:
        return {DumpPlace::receive, topology.node_at(s.router), Port::local, false, high};
    case Standing::Place::router: break;
    }
    return {DumpPlace::link, s.router, s.from, s.behind_dateline, high};
}

/// The buffer that a packet waits for, behind an output.
DumpBuffer next_of(const Standing &s, const net::Topology &topology, bool high) {
    if (s.to == Port::local)
        return {DumpPlace::receive, topology.node_at(s.router), Port::local, false, high};
    return {DumpPlace::link, s.next, s.next_from, s.next_second, high};
}

auto key(const DumpWait &wait) {
    const DumpBuffer b = wait.buffer.value_or(DumpBuffer{});
    return std::tuple(wait.buffer.has_value(), wait.node, b.place, b.router, b.from, b.second,
                      b.high);
}
using Key = decltype(key(DumpWait{}));

/// Finds a wait-for cycle by following the edges from each waiting node and packet.
std::vector<DumpWait> circle_in(const StateDump &dump) {
    std::map<Key, DumpWait> waits_for;
    std::vector<DumpWait> starts;
    const auto add = [&](const DumpWait &who, const DumpWait &whom) {
        if (waits_for.emplace(key(who), whom).second) starts.push_back(who);
    };
    for (const DumpNode &node : dump.nodes)
        if (node.refused)
            add({{}, node.node}, {DumpBuffer{DumpPlace::injection, node.node, Port::local, false,
                                             node.refused->high},
                                  0});
    for (const DumpPacket &packet : dump.packets) {
        if (packet.position != 0 || packet.in.place == DumpPlace::arrived ||
            packet.in.place == DumpPlace::sending)
            continue;
        if (packet.in.place == DumpPlace::receive)
            add({packet.in, 0}, {{}, packet.in.router});
        else
            add({packet.in, 0}, {packet.next, 0});
    }
    std::map<Key, std::size_t> came_by; // the first walk through it
    for (std::size_t walk = 0; walk < starts.size(); ++walk) {
        std::vector<DumpWait> way;
        for (DumpWait at = starts[walk];;) {
            const auto [seen, first] = came_by.emplace(key(at), walk);
            if (!first && seen->second == walk)
                return {std::find(way.begin(), way.end(), at), way.end()};
            if (!first) break; // that walk has ended
            way.push_back(at);
            const auto next = waits_for.find(key(at));
            if (next == waits_for.end()) break;
            at = next->second;
        }
    }
    return {};
}

DumpPacket packet_of(const net::Packet &packet, std::uint32_t handler) {
    DumpPacket one;
    one.source = packet.source;
    one.destination = packet.destination;
    one.number = packet.number;
    one.handler = handler;
    one.user = packet.user;
    one.multicast = packet.multicast;
    return one;
}

} // namespace

StateDump state_dump_of(const net::Network &network, std::vector<DumpNode> nodes,
                        const std::vector<std::vector<HeldPacket>> &held,
                        const ContextNames &contexts,
                        const std::function<MessageEvent(const net::Packet &)> &about) {
    const net::Topology &topology = network.topology();
    StateDump dump;
    dump.contexts = contexts;
    if (const auto *const grid = dynamic_cast<const net::Grid *>(&topology)) {
        dump.rows = grid->rows();
        dump.columns = grid->columns();
    }
    for (unsigned port = 0; port < topology.ports(); ++port)
        dump.ports.push_back(topology.port_name(static_cast<Port>(port)));
    dump.nodes = std::move(nodes);
    for (const Standing &s : network.standing()) {
        const MessageEvent told = about(s.packet);
        DumpPacket packet = packet_of(s.packet, told.handler);
        packet.in = buffer_of(s, topology, told.high);
        packet.position = s.position;
        packet.since = s.since;
        if (s.position == 0 && s.place != Standing::Place::receive)
            packet.next = next_of(s, topology, told.high);
        dump.packets.push_back(packet);
    }
    for (std::uint32_t node = 0; node < held.size(); ++node) {
        std::map<std::pair<DumpPlace, bool>, std::uint32_t> positions;
        for (const HeldPacket &one : held[node]) {
            const MessageEvent told = about(one.packet);
            const DumpPlace place = one.arrived ? DumpPlace::arrived : DumpPlace::sending;
            DumpPacket packet = packet_of(one.packet, told.handler);
            packet.in = {place, node, Port::local, false, told.high};
            packet.position = positions[{place, told.high}]++;
            packet.since = one.since;
            packet.for_device = one.for_device;
            dump.packets.push_back(packet);
        }
    }
    dump.wait_cycle = circle_in(dump);
    return dump;
}

} // namespace inlet
