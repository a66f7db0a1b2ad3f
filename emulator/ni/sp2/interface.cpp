#include "ni/sp2/interface.h"

namespace inlet::sp2 {

namespace {

/// The event's words include the packet's header.
MessageEvent event_of(const NodePort &node, EventKind kind, const Happened &one) {
    MessageEvent told = node.event_of(kind, one.packet, kind != EventKind::inject);
    told.cycle = one.cycle;
    told.handler = 0; // defined by software
    told.words = (one.packet.bytes + 3u) / 4;
    return told;
}

void tell_stages(NodePort &node, const Happened &one) {
    const bool sent = one.kind == Happened::Kind::sent;
    const auto &[asked, begun, done, moved] = one.stages;
    const auto tell = [&](Stage stage, std::uint64_t from, std::uint64_t to) {
        if (from == to) return;
        MessageEvent told = event_of(node, EventKind::stage, one);
        told.cycle = from;
        told.other = static_cast<std::uint32_t>(stage);
        told.value = static_cast<std::uint32_t>(to - from);
        node.tell(told);
    };
    tell(sent ? Stage::send_wait : Stage::receive_wait, asked, begun);
    tell(sent ? Stage::send_firmware : Stage::receive_firmware, begun, done);
    tell(sent ? Stage::send_channel : Stage::receive_channel, done, moved);
    if (sent) tell(Stage::send_room, moved, one.cycle);
}

} // namespace

void Interface::show(DumpNode &dump) const {
    dump.unread = adapter_.unread();
    dump.lost = adapter_.lost();
    dump.unacknowledged =
        adapter_.waits_since() != never && adapter_.quiet_since() > adapter_.quiet_until();
}

void Interface::accessed(NodePort &node) {
    for (const Happened &one : adapter_.take_happened()) {
        const bool sent = one.kind == Happened::Kind::sent;
        if (sent) node.note_sent();
        if (!sent && one.kind != Happened::Kind::received)
            node.note_received(one.cycle, one.packet);
        if (!node.observer() || one.kind == Happened::Kind::taken) continue;
        if (sent || one.kind == Happened::Kind::received) tell_stages(node, one);
        if (sent) {
            node.tell(event_of(node, EventKind::inject, one));
        } else if (one.kind == Happened::Kind::received) {
            node.tell(event_of(node, EventKind::arrive, one));
        } else {
            MessageEvent told = event_of(node, EventKind::drop, one);
            told.value = static_cast<std::uint32_t>(one.kind == Happened::Kind::full ? Drop::full
                                                                                     : Drop::fault);
            node.tell(told);
        }
    }
}

} // namespace inlet::sp2
