// A message to the node itself, for which a kernel exchanges buffers: no channel sees it.
#pragma once

#include "inlet/observer.h"
#include "net/packet.h"
#include "ni/node_port.h"

namespace inlet::ncube2 {

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
