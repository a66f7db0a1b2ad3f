#include "net/multistage.h"

#include "net/routers_archive.h"
#include "net/routers_run.h"

#include <algorithm>

namespace inlet::net {

template class Routers<MultistageModel>;

Multistage::Multistage(std::uint32_t nodes) : nodes_(nodes), stages_(2) {
    while (stages_ < most_stages && nodes > 2 * leaf_nodes * width(stages_)) ++stages_;
    first_[1] = nodes;
    for (unsigned s = 1; s <= stages_; ++s)
        first_[s + 1] = first_[s] + ((nodes + reach(s) - 1) / reach(s)) * width(s);
}

std::uint32_t Multistage::reach(unsigned stage) const {
    return (stage == stages_ ? 2 : 1) * leaf_nodes * width(stage);
}

unsigned Multistage::stage(std::uint32_t router) const {
    unsigned s = 0;
    while (router >= first_[s + 1]) ++s;
    return s;
}

Multistage::Chip Multistage::chip(std::uint32_t router) const {
    const unsigned s = stage(router);
    if (s == 0) return {0, router, 0};
    return {s, (router - first_[s]) / width(s), (router - first_[s]) % width(s)};
}

std::uint32_t Multistage::router(const Chip &chip) const {
    return chip.stage == 0 ? chip.group
                           : first_[chip.stage] + chip.group * width(chip.stage) + chip.index;
}

unsigned Multistage::turn(std::uint32_t source, std::uint32_t destination) const {
    unsigned s = 2;
    while (group(s, source) != group(s, destination)) ++s;
    return s;
}

/// The stages above the boards spread what comes to different nodes of a leaf over their chips: a
/// link down to a leaf's neighbours carries the packets to one node of each, for each route.
Port Multistage::up(unsigned stage, std::uint32_t route, std::uint32_t destination) {
    switch (stage) {
    case 0: return static_cast<Port>(first_up);
    case 1: return static_cast<Port>(first_up + route);
    case 2: return static_cast<Port>(first_up + destination % leaf_nodes);
    default: return static_cast<Port>(first_up + destination / leaf_nodes % leaf_nodes);
    }
}

Port Multistage::down(unsigned stage, std::uint32_t node) const {
    const std::uint32_t below = stage == 1 ? node : node / (leaf_nodes * width(stage - 1));
    const std::uint32_t child = stage == stages_ ? below : below % leaf_nodes;
    return static_cast<Port>(child < leaf_nodes ? child : child + 1); // 4 is the node's port
}

std::uint32_t Multistage::chip_of(unsigned stage, std::uint32_t node, std::uint32_t route,
                                  std::uint32_t destination) const {
    if (stage == 0) return node;
    Chip at{stage, group(stage, node), 0};
    for (unsigned s = 1; s < stage; ++s)
        at.index = at.index * routes + static_cast<unsigned>(up(s, route, destination)) - first_up;
    return router(at);
}

std::string Multistage::port_name(Port port) const {
    const auto number = static_cast<unsigned>(port);
    if (port == Port::local) return "node";
    if (number < leaf_nodes) return "down" + std::to_string(number);
    return "up" + std::to_string(number - first_up);
}

std::uint32_t Multistage::child(unsigned stage, unsigned port) const {
    if (port < leaf_nodes) return port;
    return stage == stages_ && port >= first_up && port < first_up + routes ? port - 1 : none;
}

bool Multistage::has_link(std::uint32_t router, Port port) const {
    const auto number = static_cast<unsigned>(port);
    const Chip at = chip(router);
    if (port == Port::local) return at.stage == 0;
    if (at.stage == 0) return number == first_up;
    const std::uint32_t below = child(at.stage, number);
    if (below == none) return at.stage < stages_ && number < first_up + routes;
    const std::uint32_t each = at.stage == 1 ? 1 : leaf_nodes * width(at.stage - 1);
    return at.group * reach(at.stage) + below * each < nodes_;
}

std::uint32_t Multistage::neighbour(std::uint32_t from, Port port) const {
    if (port == Port::local || !has_link(from, port)) return from;
    const auto number = static_cast<unsigned>(port);
    const Chip at = chip(from);
    const std::uint32_t below = at.stage == 0 ? none : child(at.stage, number);
    if (below != none)
        return router(
            {at.stage - 1,
             at.group * (reach(at.stage) / (at.stage == 1 ? 1 : reach(at.stage - 1))) + below,
             at.index / routes});
    const std::uint32_t first_node = at.stage == 0 ? at.group : at.group * reach(at.stage);
    return router({at.stage + 1, group(at.stage + 1, first_node),
                   at.stage == 0 ? 0 : at.index * routes + number - first_up});
}

Port Multistage::entry(std::uint32_t from, Port out) const {
    if (out == Port::local || !has_link(from, out)) return Port::local;
    const Chip at = chip(from);
    if (at.stage != 0 && child(at.stage, static_cast<unsigned>(out)) != none)
        return static_cast<Port>(first_up + (at.stage == 1 ? 0 : at.index % routes));
    return down(at.stage + 1, at.stage == 0 ? at.group : at.group * reach(at.stage));
}

Topology::Place Multistage::place(std::uint32_t router) const {
    const unsigned at = stage(router);
    return {stages_ - at, router - (at == 0 ? 0 : first_[at])};
}

RouterNumbers MultistageModel::numbers() const {
    return {.hop_latency = std::min(config_.hop_latency, config_.inject_latency),
            .eject_latency = config_.eject_latency,
            .credit_latency = config_.credit_latency,
            .injection_packets = config_.injection_packets,
            .receive_packets = config_.receive_packets,
            .router_packets = config_.router_packets};
}

MultistageModel::Route MultistageModel::route(const Packet &packet) const {
    const std::uint64_t spine = config_.scatter
                                    ? mix(config_.scatter, {packet.source, packet.number}) >> 32
                                    : packet.tag >> route_shift;
    return {packet.destination, static_cast<std::uint8_t>(spine % Multistage::routes),
            static_cast<std::uint8_t>(topology_.distance(packet.source, packet.destination))};
}

/// A packet on its way down has as many links left as its chip has stages below it.
Port MultistageModel::next(std::uint32_t router, const Route &route) const {
    if (route.left == 0) return Port::local;
    const unsigned stage = topology_.stage(router);
    return route.left == stage ? topology_.down(stage, route.destination)
                               : Multistage::up(stage, route.spine, route.destination);
}

void MultistageModel::check(const Archive &ar, std::uint32_t router, std::uint8_t in,
                            const Route &route, const Packet &packet) const {
    ar.require(in < ports && topology_.has_link(router, port(in)), "a packet from beyond the edge");
    ar.require(route.destination == packet.destination && route.spine < Multistage::routes,
               "a way that leads elsewhere");
    const unsigned stage = topology_.stage(router);
    const unsigned turn = topology_.turn(packet.source, packet.destination);
    const bool up = stage == 0
                        ? in == local_buffer
                        : in == static_cast<std::uint8_t>(topology_.down(stage, packet.source));
    ar.require(stage <= turn && (up ? route.left == 2 * turn - stage : route.left == stage) &&
                   router == topology_.chip_of(stage, up ? packet.source : packet.destination,
                                               route.spine, packet.destination),
               "a way that leads elsewhere");
}

void MultistageModel::archive(Archive &ar, Route &route) {
    ar(route.destination, route.spine, route.left);
}

MultistageNetwork::MultistageNetwork(const MultistageConfig &config, std::uint32_t nodes,
                                     std::uint64_t jitter)
    : Routers(MultistageModel(config, nodes), jitter),
      faults_per_million_(config.faults_per_million), fault_seed_(config.fault_seed) {}

bool MultistageNetwork::faulty(const Packet &packet) const {
    return fault_hits(fault_seed_, faults_per_million_, packet.source, packet.number);
}

} // namespace inlet::net
