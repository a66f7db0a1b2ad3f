// For observed nodes: the handlers of messages, which the host's library calls.
#include "ni/myrinet/port.h"

#include "archive/archive.h"
#include "cpu/x86/port.h"
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
    const auto &[upcalls, actives] = nic_->to_handle();
    if (!upcalls.empty() || !actives.empty()) tell_poll(node);
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
    for (std::deque<net::Packet> &waiting : nic_->to_handle()) {
        if (waiting.empty() || state.pc != waiting.front().tag) continue;
        const std::uint32_t stack = node.stack();
        if (!node.memory().read<std::uint8_t>(stack)) return;
        handling_.push_back({waiting.front(), x86::load(node.memory(), stack, 4), stack + 4});
        waiting.pop_front();
        tell(events::Dispatch{}, handling_.back().packet);
        return;
    }
}

/// The control program reads packets that have come.
void Port::follow(NodePort &node) {
    for (const engine::DataAccess &access : node.accesses())
        if (!access.store) nic_->note_read(node.state().now, access.address, access.bytes);
}

/// A poll is a load of the last word of a buffer in the host's own memory. The one that finds a
/// packet is told; where the next one will come no interface knows. Room for sends is not looked
/// for. What the handler of an interrupt finds is found by the interrupt.
void Port::tell_poll(NodePort &node) const {
    if (!x86::takes_interrupts(node.state())) return;
    for (const engine::DataAccess &access : node.accesses()) {
        const net::Packet *const packet =
            access.store ? nullptr : nic_->find(access.address, node.memory());
        if (!packet) continue;
        const std::uint32_t finds = packet->data[0] ? found::high_message : found::low_message;
        return node.tell(
            node.event_of(events::Polled{Poll::looks, found::low_room | found::high_room | finds}));
    }
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
