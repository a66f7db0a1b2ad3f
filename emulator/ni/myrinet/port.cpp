// For observed nodes: the handlers of messages, which the host's library calls.
#include "ni/myrinet/port.h"

#include "archive/archive.h"
#include "cpu/x86/registers.h"
#include "cpu/x86/system.h"
#include "ni/node_port.h"

namespace inlet::myrinet {

void Port::accessed(NodePort &node) {
    if (core_ == host && node.observer()) nic_->accessed_by(node.stepped().pc, shown());
}

/// A handler begins when the processor reaches the function that the oldest packet names, and ends
/// behind its call.
void Port::watch(NodePort &node) {
    if (core_ != host) return;
    const engine::State &state = node.state();
    const auto tell = [&](const events::Any &what, const net::Packet &packet) {
        MessageEvent event = node.event_of(what, packet);
        event.context = shown();
        node.tell(event);
    };
    if (!handling_.empty() && state.pc == handling_.back().resume &&
        node.stack() == handling_.back().stack) {
        tell(events::Return{}, handling_.back().packet);
        handling_.pop_back();
    }
    std::deque<net::Packet> &waiting = nic_->to_handle();
    if (waiting.empty() || state.pc != waiting.front().tag) return;
    const std::uint32_t stack = node.stack();
    if (!node.memory().read<std::uint8_t>(stack)) return;
    handling_.push_back({waiting.front(), x86::load(node.memory(), stack, 4), stack + 4});
    waiting.pop_front();
    tell(events::Dispatch{}, handling_.back().packet);
}

Context Port::shown() const {
    if (handling_.empty()) return Context::main;
    return handling_.back().packet.data[0] ? Context::high : Context::low;
}

/// Words behind the route, which include the header.
void Port::complete(MessageEvent &event, const net::Packet &packet) const {
    event.words = (packet.bytes + 3u) / 4;
    event.vector_words = 0;
    event.high = packet.data[0] != 0;
}

void Port::Handling::archive(Archive &ar) { ar(packet, resume, stack); }

void Port::archive(Archive &ar) { ar(handling_); }

} // namespace inlet::myrinet
