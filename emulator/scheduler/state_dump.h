// The diagnostic network: a machine's state as inlet/state_dump.h describes it.
#pragma once

#include "inlet/state_dump.h"
#include "net/network.h"

#include <vector>

namespace inlet {

/// `nodes`: their activities, by number. The caller sets the cycle.
StateDump state_dump_of(const net::Network &network, std::vector<DumpNode> nodes,
                        const ContextNames &contexts);

} // namespace inlet
