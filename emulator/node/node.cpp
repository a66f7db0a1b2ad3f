#include "node/node.h"

#include "archive/archive.h"
#include "net/contract.h"

#include <algorithm>
#include <string>

namespace inlet {

void Node::broken(const char *promise, std::uint64_t cycle, std::uint64_t bound) {
    throw net::ContractBroken("the shared device's contract is broken: " + std::string(promise) +
                              " (cycle " + std::to_string(cycle) + ", bound " +
                              std::to_string(bound) + ")");
}

void Node::advance() {
    now_ = device_->next();
    device_->advance(now_, *this);
    if (device_->next() <= now_)
        broken("an action is not later than the one before it", device_->next(), now_);
}

std::uint64_t Node::horizon(unsigned core) const {
    std::uint64_t horizon = device_->next();
    if (device_->waits_for_room()) horizon = std::min(horizon, network_->known() + 1);
    const unsigned other = 1 - core;
    const std::uint64_t clock = cores_.at(other)->clock();
    if (clock != SharedDevice::never)
        horizon = std::min(horizon, clock + device_->reach(other, core));
    return horizon;
}

bool Node::admits(const NodeCore &core, std::uint64_t cycle) const {
    const NodeCore &other = *cores_.at(1 - core.id().core);
    return std::pair(other.clock(), other.id()) > std::pair(cycle, core.id());
}

void Node::accessed(const NodeCore &core, std::uint64_t cycle) {
    if (std::pair(cycle, core.id()) < std::pair(last_.cycle, last_.id))
        broken("an access comes after a later one", cycle, last_.cycle);
    last_ = {cycle, core.id()};
    if (device_->next() <= cycle)
        broken("an access has its effect at once", device_->next(), cycle);
}

void Node::archive(Archive &ar) {
    device_->archive(ar);
    if (ar.loads()) last_ = {}, now_ = 0;
}

} // namespace inlet
