#include "ni/sp2/interface.h"

namespace inlet::sp2 {

void Interface::accessed(NodePort &node) {
    for (const Happened &one : adapter_.take_happened()) switch (one.kind) {
        case Happened::Kind::sent:
            node.note_sent();
            if (node.observer()) node.tell(node.event_of(EventKind::inject, one.packet, false));
            break;
        case Happened::Kind::taken:
        case Happened::Kind::full:
        case Happened::Kind::fault: node.note_received(one.cycle, one.packet); break;
        case Happened::Kind::received: break;
        }
}

} // namespace inlet::sp2
