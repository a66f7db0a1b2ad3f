// Networks of machines in parts (Platform::divide).
#pragma once

#include "net/deal.h"
#include "net/divided.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace inlet {

/// `make` makes the whole network, a Net. `only`: as in Platform::divide. `entry`: cycles from an
/// action of a node to its effect in its router, at least. nullptr: it would be one part.
template <class Net, class Make>
std::unique_ptr<net::DividedRouters<Net>> divided(const Make &make, net::Deal deal,
                                                  std::uint32_t only, std::uint64_t entry = 1) {
    if (deal.parts < 2) return nullptr;
    return std::make_unique<net::DividedRouters<Net>>(make, std::move(deal.part_of), deal.parts,
                                                      deal.links, std::move(deal.between), entry,
                                                      only);
}

/// The network of a node: its part of `network`, if that is `divided`.
inline net::Network &network_of(std::uint32_t node, net::Network &network, net::Divided *divided) {
    return divided ? divided->part(divided->part_of(node)) : network;
}

} // namespace inlet
