// Distances in a machine's network.
#pragma once

#include "inlet/config.h"

#include <cstdint>
#include <vector>

namespace inlet {

/// Links between the routers of `source` and of each node, by the shortest way, in a machine of
/// `nodes` nodes, not counting I/O nodes; 0 to itself. Throws UserError if the machine cannot have
/// as many nodes.
std::vector<std::uint32_t> distances(const MachineConfig &config, std::uint32_t nodes,
                                     std::uint32_t source);

} // namespace inlet
