#include "net/multistage.h"

#include "net/routers_archive.h"
#include "net/routers_run.h"

#include <algorithm>

namespace inlet::net {

template class Routers<MultistageModel>;

std::string Multistage::port_name(Port port) const {
    const auto number = static_cast<unsigned>(port);
    if (port == Port::local) return "node";
    if (number < leaf_nodes) return "down" + std::to_string(number);
    return "up" + std::to_string(number - first_up);
}

bool Multistage::has_link(std::uint32_t router, Port port) const {
    const auto number = static_cast<unsigned>(port);
    switch (stage(router)) {
    case 0: return port == Port::local || number == first_up;
    case 1:
        if (number >= first_up) return number < first_up + routes;
        return port != Port::local && (router - nodes_) * leaf_nodes + number < nodes_;
    default: return number < leaves_ && port != Port::local;
    }
}

std::uint32_t Multistage::neighbour(std::uint32_t router, Port port) const {
    if (port == Port::local || !has_link(router, port)) return router;
    const auto number = static_cast<unsigned>(port);
    switch (stage(router)) {
    case 0: return nodes_ + router / leaf_nodes;
    case 1:
        if (number >= first_up) return nodes_ + leaves_ + (number - first_up);
        return (router - nodes_) * leaf_nodes + number;
    default: return nodes_ + number;
    }
}

Port Multistage::entry(std::uint32_t router, Port out) const {
    if (out == Port::local || !has_link(router, out)) return Port::local;
    switch (stage(router)) {
    case 0: return static_cast<Port>(router % leaf_nodes);
    case 1:
        return static_cast<unsigned>(out) >= first_up ? static_cast<Port>(router - nodes_)
                                                      : static_cast<Port>(first_up);
    default: return static_cast<Port>(first_up + (router - nodes_ - leaves_));
    }
}

Topology::Place Multistage::place(std::uint32_t router) const {
    const unsigned at = stage(router);
    return {2 - at, router - (at == 0 ? 0 : at == 1 ? nodes_ : nodes_ + leaves_)};
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
            Multistage::links};
}

Port MultistageModel::next(std::uint32_t /*router*/, const Route &route) const {
    switch (route.left) {
    case 4: return static_cast<Port>(Multistage::first_up);
    case 3: return static_cast<Port>(Multistage::first_up + route.spine);
    case 2: return static_cast<Port>(route.destination / Multistage::leaf_nodes);
    case 1: return static_cast<Port>(route.destination % Multistage::leaf_nodes);
    default: return Port::local;
    }
}

void MultistageModel::check(const Archive &ar, std::uint32_t router, std::uint8_t in,
                            const Route &route, const Packet &packet) const {
    ar.require(in < ports && topology_.has_link(router, port(in)), "a packet from beyond the edge");
    ar.require(route.destination == packet.destination && route.spine < Multistage::routes,
               "a way that leads elsewhere");
    const unsigned stage = topology_.stage(router);
    const bool up = stage == 0 ? in == local_buffer : in < Multistage::leaf_nodes;
    ar.require(stage == 2 ? route.left == 2 : route.left == (up ? 4 - stage : stage),
               "a way that leads elsewhere");
    if (up && stage != 2) return;
    const std::uint32_t spine = routers() - Multistage::routes + route.spine;
    const std::uint32_t leaf =
        topology_.neighbour(route.destination, static_cast<Port>(Multistage::first_up));
    const std::uint32_t here[] = {route.destination, leaf, spine};
    ar.require(router == here[stage], "a way that leads elsewhere");
}

void MultistageModel::archive(Archive &ar, Route &route) {
    ar(route.destination, route.spine, route.left);
}

MultistageNetwork::MultistageNetwork(const MultistageConfig &config, std::uint32_t nodes,
                                     std::uint64_t jitter)
    : Routers(MultistageModel(config, nodes), jitter),
      faults_per_million_(config.faults_per_million), fault_seed_(config.fault_seed) {}

bool MultistageNetwork::faulty(const Packet &packet) const {
    return faults_per_million_ &&
           (mix(fault_seed_, {packet.source, packet.number}) >> 20) % 1000000 < faults_per_million_;
}

} // namespace inlet::net
