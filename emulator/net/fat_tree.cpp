#include "net/fat_tree.h"

#include "net/routers_archive.h"
#include "net/routers_run.h"

#include <algorithm>

namespace inlet::net {

template class Routers<FatTreeModel>;

FatTree::FatTree(std::uint32_t nodes, const std::vector<std::uint32_t> &parents,
                 unsigned child_bits)
    : nodes_(nodes), child_bits_(child_bits) {
    std::uint32_t groups = nodes, over_each = 1;
    for (std::uint32_t k = 0;; ++k) {
        const bool root = k != 0 && groups == 1;
        const std::uint32_t up = root     ? 0
                                 : k == 0 ? 1
                                 : parents.empty()
                                     ? 1
                                     : parents[std::min<std::size_t>(k, parents.size()) - 1];
        levels_.push_back({routers(), over_each, up});
        for (std::uint32_t g = 0; g < groups; ++g)
            for (std::uint32_t j = 0; j < over_each; ++j) by_number_.push_back({k, g, j});
        if (root) break;
        over_each *= up;
        groups = (groups + children() - 1) / children();
    }
}

std::string FatTree::port_name(Port port) const {
    const auto number = static_cast<unsigned>(port);
    if (port == Port::local) return "node";
    if (number < most_children) return "down" + std::to_string(number);
    return "up" + std::to_string(number - first_up);
}

bool FatTree::has_link(std::uint32_t router, Port port) const {
    const Router &at = by_number_[router];
    const auto number = static_cast<unsigned>(port);
    if (port == Port::local) return at.level == 0;
    if (number >= first_up) return number - first_up < levels_[at.level].parents;
    if (at.level == 0) return false;
    const std::uint32_t below = group_of(nodes_ - 1, at.level - 1); // the last group there
    return number < children() && at.group * children() + number <= below;
}

std::uint32_t FatTree::neighbour(std::uint32_t router, Port port) const {
    if (port == Port::local || !has_link(router, port)) return router;
    const Router &at = by_number_[router];
    const auto number = static_cast<unsigned>(port);
    if (number >= first_up) {
        const Level &above = levels_[at.level + 1];
        return above.first + at.group / children() * above.routers +
               at.place * levels_[at.level].parents + (number - first_up);
    }
    const Level &below = levels_[at.level - 1];
    return below.first + (at.group * children() + number) * below.routers +
           at.place / below.parents;
}

Port FatTree::entry(std::uint32_t router, Port out) const {
    if (out == Port::local || !has_link(router, out)) return Port::local;
    const Router &at = by_number_[router];
    if (static_cast<unsigned>(out) >= first_up) return static_cast<Port>(at.group % children());
    return static_cast<Port>(first_up + at.place % levels_[at.level - 1].parents);
}

Topology::Place FatTree::place(std::uint32_t router) const {
    const Router &at = by_number_[router];
    return {levels() - at.level, router - levels_[at.level].first};
}

std::uint32_t FatTree::common_level(std::uint32_t source, std::uint32_t destination) const {
    std::uint32_t level = 1;
    while (group_of(source, level) != group_of(destination, level)) ++level;
    return level;
}

RouterNumbers FatTreeModel::numbers() const {
    return {.hop_latency = std::min(config_.hop_latency, config_.inject_latency),
            .eject_latency = config_.eject_latency,
            .credit_latency = config_.credit_latency,
            .injection_packets = config_.injection_packets,
            .receive_packets = config_.receive_packets,
            .router_packets = config_.router_packets};
}

Port FatTreeModel::next(std::uint32_t router, const Route &route) const {
    if (route.up) return static_cast<Port>(FatTree::first_up);
    const std::uint32_t level = tree_.level(router);
    return level == 0 ? Port::local : tree_.down(level, route.destination);
}

void FatTreeModel::check(const Archive &ar, std::uint32_t router, std::uint8_t in,
                         const Route &route, const Packet &packet) const {
    const std::uint32_t level = tree_.level(router);
    ar.require(in < ports && tree_.has_link(router, port(in)), "a packet from beyond the edge");
    ar.require(route.destination == packet.destination && route.up + level <= tree_.levels(),
               "a way that leads elsewhere");
    ar.require(tree_.group_of(route.destination, level + route.up) ==
                   tree_.group_of(tree_.group(router), route.up),
               "a way that leads elsewhere");
}

void FatTreeModel::archive(Archive &ar, Route &route) { ar(route.destination, route.up); }

FatTreeNetwork::FatTreeNetwork(const FatTreeConfig &config, std::uint32_t nodes,
                               std::uint64_t jitter)
    : Routers(FatTreeModel(config, nodes), jitter) {}

} // namespace inlet::net
