#include "ni/sp2/interface.h"

#include "archive/archive.h"
#include "cpu/ppc/registers.h"

#include <array>

namespace inlet::sp2 {

namespace {

std::uint32_t type_of(const net::Packet &packet) {
    return packet.tag >> software::type_shift & 0xFF;
}

bool has_handler(const net::Packet &packet) {
    return (type_of(packet) == software::request || type_of(packet) == software::reply) &&
           packet.bytes > 4 * software::handler_word;
}

/// The address of the handler that a packet names; 0: none.
std::uint32_t handler_of(const net::Packet &packet) {
    return has_handler(packet) ? packet.data[0] & ~software::handler_flags : 0;
}

bool is_reply(const net::Packet &packet) { return type_of(packet) == software::reply; }

MessageEvent event_of(const NodePort &node, const events::Any &what, const net::Packet &packet,
                      std::uint64_t cycle) {
    MessageEvent told = node.event_of(what, packet);
    told.cycle = cycle;
    return told;
}

void tell_stages(NodePort &node, const Happened &one) {
    const bool sent = one.kind == Happened::Kind::sent;
    const auto &[asked, begun, done, moved] = one.stages;
    const auto tell = [&](Stage stage, std::uint64_t from, std::uint64_t to) {
        if (from == to) return;
        const auto cycles = static_cast<std::uint32_t>(to - from);
        node.tell(event_of(node, events::Staged{stage, cycles}, one.packet, from));
    };
    tell(sent ? Stage::send_wait : Stage::receive_wait, asked, begun);
    tell(sent ? Stage::send_firmware : Stage::receive_firmware, begun, done);
    tell(sent ? Stage::send_channel : Stage::receive_channel, done, moved);
    if (sent) tell(Stage::send_room, moved, one.cycle);
}

} // namespace

void Interface::show(DumpNode &dump) const {
    dump.must_poll = true;
    dump.lost = adapter_.lost();
    dump.unacknowledged =
        adapter_.waits_since() != never && adapter_.quiet_since() > adapter_.quiet_until();
}

namespace {

/// What a program that only polls has alike in each report: the registers that a call keeps, and
/// the words above the stack pointer, where its callees have saved them.
std::uint64_t state_of(NodePort &node) {
    constexpr unsigned first_kept = 13, registers = 32, stack_words = 64, word_bytes = 4;
    const engine::State &state = node.state();
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
    add(node.stack());
    for (unsigned r = first_kept; r < registers; ++r) add(state.r[ppc::general(r)]);
    for (unsigned n = 0; n < stack_words; ++n) {
        std::array<std::uint8_t, word_bytes> word{};
        if (!node.memory().copy_out(node.stack() + n * word_bytes, word)) break;
        add(from_guest<std::uint32_t>(word.data()));
    }
    return hash;
}

} // namespace

void Interface::accessed(NodePort &node) {
    if (adapter_.reports()) adapter_.note_report(state_of(node));
    for (const Happened &one : adapter_.take_happened()) {
        if (one.kind == Happened::Kind::sent)
            node.note_sent();
        else if (one.kind == Happened::Kind::taken) // not one that was lost
            node.note_received(one.cycle, one.packet);
        if (node.observer()) tell(node, one);
    }
    for (const Seen &one : adapter_.take_seen())
        if (node.observer()) tell(node, one);
}

void Interface::tell(NodePort &node, const Happened &one) const {
    switch (one.kind) {
    case Happened::Kind::taken: return;
    case Happened::Kind::sent: return tell_stages(node, one);
    case Happened::Kind::received:
        tell_stages(node, one);
        return node.tell(event_of(node, events::Arrive{}, one.packet, one.cycle));
    case Happened::Kind::full:
    case Happened::Kind::fault: {
        const Drop cause = one.kind == Happened::Kind::full ? Drop::full : Drop::fault;
        return node.tell(event_of(node, events::Dropped{cause}, one.packet, one.cycle));
    }
    }
}

void Interface::tell(NodePort &node, const Seen &one) {
    switch (one.kind) {
    case Seen::Kind::handed: {
        MessageEvent told = event_of(node, events::Inject{}, one.packet, one.cycle);
        told.pc = node.stepped().pc;
        return node.tell(told);
    }
    case Seen::Kind::looked: return find(node, one);
    case Seen::Kind::done:
        if (handling_.state == Handling::State::none || handling_.entry != one.entry) return;
        // The protocol has dropped a packet whose handler has not run.
        if (handling_.state == Handling::State::to_begin) begin_handler(node, true);
        return end_handler(node);
    }
}

/// A poll: the program looks whether an entry is filled. The adapter has no register that says
/// whether there is room, so a poll never finds none.
void Interface::find(NodePort &node, const Seen &one) {
    std::uint32_t finds = found::low_room | found::high_room;
    if (one.packet.number) finds |= is_reply(one.packet) ? found::high_message : found::low_message;
    MessageEvent told = node.event_of(events::Polled{Poll::looks, finds});
    told.cycle = one.cycle;
    told.pc = node.stepped().pc;
    node.tell(told);
    if (!one.packet.number) return;
    if (handling_.state != Handling::State::none) {
        if (handling_.entry == one.entry) return;
        if (handling_.state == Handling::State::to_begin) begin_handler(node, true);
        end_handler(node);
    }
    handling_ = {.state = Handling::State::to_begin,
                 .entry = one.entry,
                 .address = handler_of(one.packet),
                 .packet = one.packet};
    if (!handling_.address) begin_handler(node);
}

void Interface::begin_handler(NodePort &node, bool dropped) {
    handling_.state = Handling::State::begun;
    handling_.resume = node.state().r[ppc::lr_register];
    handling_.stack = node.stack();
    MessageEvent told = node.event_of(events::Dispatch{}, handling_.packet);
    told.context = shown();
    if (dropped) told.handler = type_of(handling_.packet);
    node.tell(told);
}

void Interface::end_handler(NodePort &node) {
    MessageEvent told = node.event_of(events::Return{}, handling_.packet);
    told.context = shown();
    node.tell(told);
    handling_ = {};
}

void Interface::watch(NodePort &node) {
    if (!handling_.address) return;
    const std::uint32_t pc = node.state().pc;
    if (handling_.state == Handling::State::to_begin && pc == handling_.address)
        begin_handler(node);
    else if (handling_.state == Handling::State::begun && pc == handling_.resume &&
             node.stack() == handling_.stack)
        end_handler(node);
}

Context Interface::shown() const {
    if (handling_.state != Handling::State::begun) return Context::main;
    return is_reply(handling_.packet) ? Context::high : Context::low;
}

/// The words include the packet's header.
void Interface::complete(MessageEvent &event, const net::Packet &packet) const {
    event.handler = has_handler(packet) ? handler_of(packet) : type_of(packet);
    event.words = (packet.bytes + 3u) / 4;
    event.vector_words = 0;
    event.high = is_reply(packet);
}

void Interface::archive(Archive &ar) {
    auto &[adapter, handling] = *this;
    adapter.archive(ar);
    ar.choice(handling.state, Handling::State::begun);
    ar(handling.entry, handling.address, handling.resume, handling.stack, handling.packet);
}

} // namespace inlet::sp2
