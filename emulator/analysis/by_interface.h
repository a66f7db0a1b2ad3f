// Messages that no program of a node sends.
#pragma once

#include "inlet/observer.h"

namespace inlet {

/// Whether a network interface or its processor sends the message of this `inject` by itself:
/// StarT-Voyager's sP and DMA engines, a Myrinet's control program. What the node's program does
/// then has nothing to do with it.
inline bool is_sent_by_interface(const MessageEvent &event) {
    constexpr std::uint32_t first = 0xFFFF0000; // MessageEvent::pc of such messages
    return event.pc >= first;
}

} // namespace inlet
