#include "net/arctic.h"

#include "net/routers_archive.h"
#include "net/routers_run.h"

#include <algorithm>

namespace inlet::net {

template class Routers<ArcticModel>;

RouterNumbers ArcticModel::numbers() const {
    return {.hop_latency = std::min(config_.hop_latency, config_.inject_latency),
            .eject_latency = config_.eject_latency,
            .credit_latency = config_.credit_latency,
            .injection_packets = config_.injection_packets,
            .receive_packets = config_.receive_packets,
            .router_packets = config_.router_packets,
            .high_burst = config_.high_burst};
}

ArcticModel::Route ArcticModel::route(const Packet &packet) const {
    const std::uint64_t way = config_.scatter ? mix(config_.scatter, {packet.source, packet.number})
                                              : mix(1, {packet.source, packet.destination});
    return {packet.destination, static_cast<std::uint32_t>(way >> 32),
            static_cast<std::uint8_t>(tree_.common_level(packet.source, packet.destination))};
}

Port ArcticModel::next(std::uint32_t router, const Route &route) const {
    const std::uint32_t level = tree_.level(router);
    if (route.up) {
        const std::uint64_t choice = mix(route.way, {level}) >> 32;
        return static_cast<Port>(FatTree::first_up + choice % tree_.parents(router));
    }
    return level == 0 ? Port::local : tree_.down(level, route.destination);
}

void ArcticModel::check(const Archive &ar, std::uint32_t router, std::uint8_t in,
                        const Route &route, const Packet &packet) const {
    const std::uint32_t level = tree_.level(router);
    const Route whole = this->route(packet);
    ar.require(in < ports && tree_.has_link(router, port(in)), "a packet from beyond the edge");
    ar.require(route.destination == packet.destination && route.way == whole.way &&
                   route.up + level <= whole.up,
               "a way that leads elsewhere");
    ar.require(tree_.group_of(route.destination, level + route.up) ==
                   tree_.group_of(tree_.group(router), route.up),
               "a way that leads elsewhere");
}

void ArcticModel::archive(Archive &ar, Route &route) { ar(route.destination, route.way, route.up); }

ArcticNetwork::ArcticNetwork(const ArcticConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : Routers(ArcticModel(config, nodes), jitter) {}

} // namespace inlet::net
