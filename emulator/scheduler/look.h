// The diagnostic network: a machine's state as inlet/look.h describes it.
#pragma once

#include "inlet/look.h"
#include "net/network.h"

#include <vector>

namespace inlet {

/// `nodes`: their activities, by number. The caller sets the cycle.
Look look_at(const net::Network &network, std::vector<LookNode> nodes,
             const ContextNames &contexts);

} // namespace inlet
