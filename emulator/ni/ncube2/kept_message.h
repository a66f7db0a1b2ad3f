// A message to the node itself, for which a kernel exchanges buffers: no channel sees it.
#pragma once

#include "archive/archive.h"
#include "inlet/observer.h"
#include "net/packet.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"

#include <vector>

namespace inlet::ncube2 {

/// The last one. Only the kernel knows whether it still waits.
struct KeptMessage {
    net::Packet packet; ///< number 0: there was none
    std::uint64_t cycle = 0;

    void add_to(std::vector<HeldPacket> &held) const {
        if (packet.number) held.push_back({packet, true, cycle, true});
    }
    void archive(Archive &ar) {
        ar(packet);
        ar.cycle(cycle);
    }
};

/// Counts and reports it as sent and arrived in this cycle, by no channel.
inline void count_kept(NodePort &node, net::Packet packet) {
    node.note_sent();
    if (node.observer()) {
        node.tell(node.event_of(events::Inject{}, packet));
        node.tell(node.event_of(events::Arrive{}, packet));
    }
    packet.channel = net::most_channels;
    node.note_received(node.state().now, packet);
}

} // namespace inlet::ncube2
