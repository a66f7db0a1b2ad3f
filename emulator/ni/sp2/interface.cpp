#include "ni/sp2/interface.h"

namespace inlet::sp2 {

namespace {

/// With the words of the whole packet, its header included.
MessageEvent event_of(const NodePort &node, EventKind kind, const Happened &one) {
    MessageEvent told = node.event_of(kind, one.packet, kind != EventKind::inject);
    told.cycle = one.cycle;
    told.handler = 0; // software's
    told.words = (one.packet.bytes + 3u) / 4;
    return told;
}

} // namespace

void Interface::accessed(NodePort &node) {
    for (const Happened &one : adapter_.take_happened()) {
        const bool sent = one.kind == Happened::Kind::sent;
        if (sent) node.note_sent();
        if (!sent && one.kind != Happened::Kind::received)
            node.note_received(one.cycle, one.packet);
        if (!node.observer() || one.kind == Happened::Kind::taken) continue;
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
