// Stages of a message in the endpoints of StarT-Voyager (EventKind::stage; docs/voyager.md).
#pragma once

#include "inlet/observer.h"

#include <cstdint>

namespace inlet {

/// Values of MessageEvent::other behind those of Stage, which are of the SP-2's adapter. A message
/// goes through `launch` to `room` at its sender, of which observers get all when it enters the
/// network, and through `wait` to `kept` at its receiver, just before its `arrive`.
enum class EndpointStage : std::uint8_t {
    launch = stages, ///< the store that launches the message is on the processor's bus
    queue,           ///< the message waits in its transmit queue
    send,            ///< the endpoint reads and translates it
    room,            ///< it waits for room in the network
    wait,            ///< it has left the network and waits for the endpoint
    receive,         ///< the endpoint writes it into a queue
    kept,            ///< the service processor keeps it because its queue was full
    taken, ///< no stage: hardware or the service processor has taken the message at `cycle`
};
inline constexpr EndpointStage last_endpoint_stage = EndpointStage::taken;

inline bool is_endpoint_stage(const MessageEvent &event) {
    return event.kind == EventKind::stage && event.other >= stages;
}
/// Whether the message ends here without a handler of the node's program.
inline bool is_taken(const MessageEvent &event) {
    return event.kind == EventKind::stage &&
           event.other == static_cast<std::uint32_t>(EndpointStage::taken);
}

} // namespace inlet
