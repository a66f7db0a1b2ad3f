// The diagnostic network: a machine's state as inlet/state_dump.h describes it.
#pragma once

#include "inlet/state_dump.h"
#include "net/network.h"
#include "ni/network_interface.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace inlet {

/// `nodes`: their activities, by number. `held`: the messages in their interfaces. `about`: what
/// observers are told of a packet. The caller sets the cycle.
StateDump state_dump_of(const net::Network &network, std::vector<DumpNode> nodes,
                        const std::vector<std::vector<HeldPacket>> &held,
                        const ContextNames &contexts,
                        const std::function<MessageEvent(const net::Packet &)> &about);

} // namespace inlet
