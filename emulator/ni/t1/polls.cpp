// Reports polls to observers.
#include "ni/t1/in_node.h"

namespace inlet::t1 {

using isa::Mips;
namespace ni = isa::ni;
namespace nistat = isa::nistat;

namespace {

std::uint32_t waits(std::uint32_t status) {
    return (nistat::lpmp.get(status) ? found::low_message : 0) |
           (nistat::hpmp.get(status) ? found::high_message : 0);
}

std::uint32_t room(std::uint32_t status) {
    return (nistat::lpa.get(status) ? found::low_room : 0) |
           (nistat::hpa.get(status) ? found::high_room : 0);
}

/// Messages that may come in as events (A.9.1).
std::uint32_t lets_in(std::uint32_t status) {
    if (!nistat::ee.get(status)) return 0;
    const bool low = nistat::lpee.get(status) && nistat::lpmm.get(status);
    return (low ? found::low_message : 0) | (nistat::hpmm.get(status) ? found::high_message : 0);
}

} // namespace

void InNode::tell_poll(NodePort &node, const engine::Instruction &in, Context context,
                       std::uint64_t cycle, std::uint32_t pc, std::uint32_t status) const {
    Poll how = Poll::looks;
    std::uint32_t finds = waits(status) | room(status);
    if (in.op == Mips::CTC2 && (in.rd == ni::enable || in.rd == ni::nistat)) {
        // Reads of nistat are interlocked (A.2.5): this one includes pending writes.
        const std::uint32_t opened =
            lets_in(*interface_.peek(node.state(), ni::nistat)) & ~lets_in(status);
        if (!opened || !interface_.listens()) return;
        how = Poll::opens;
        finds = waits(status) & opened;
    } else if (in.op != Mips::CFC2 || in.rd != ni::nistat) {
        return;
    }
    node.announce_arrivals(cycle); // the messages found have arrived
    MessageEvent told = node.event_of(events::Polled{how, finds});
    told.context = context;
    told.cycle = cycle;
    told.pc = pc;
    node.tell(told);
}

} // namespace inlet::t1
