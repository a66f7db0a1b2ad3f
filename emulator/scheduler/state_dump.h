// The diagnostic network: a machine's state as inlet/state_dump.h describes it.
#pragma once

#include "inlet/state_dump.h"
#include "net/network.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace inlet {

/// `nodes`: their activities, by number. `handler`: the handler that a packet names. The caller
/// sets the cycle.
StateDump state_dump_of(const net::Network &network, std::vector<DumpNode> nodes,
                        const ContextNames &contexts,
                        const std::function<std::uint32_t(const net::Packet &)> &handler);

} // namespace inlet
