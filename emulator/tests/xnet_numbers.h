// Cycles of network instructions for unit tests. `send_refused` and `dispatch` are the interface's.
#pragma once

#include "inlet/ppc_config.h"
#include "inlet/sparc_config.h"

namespace inlet::test {

inline SparcNetworkConfig sparc_network_numbers() {
    SparcNetworkConfig network;
    network.send = 5;
    network.read = network.write = 1;
    network.hret = 2;
    network.frame = 96;
    return network;
}
inline PpcNetworkConfig ppc_network_numbers() {
    PpcNetworkConfig network;
    network.send = 5;
    network.read = network.write = network.hret = 1;
    return network;
}

} // namespace inlet::test
