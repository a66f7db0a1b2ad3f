#include "ni/xnet/observe.h"

#include <algorithm>

namespace inlet::xnet {

namespace nistat = isa::nistat;

void tell(NodePort &node, const engine::Instruction &in, const Did &did, Context before,
          std::uint64_t cycle, std::uint32_t pc, const net::Packet &handled) {
    const engine::State &s = node.state();
    engine::Stepped &stepped = node.stepped();
    stepped.pc = pc;
    stepped.cycle = cycle - stepped.cost.total();
    Cost cost = stepped.cost;
    cost.cache += did.memory.cache;
    cost.write_buffer += did.memory.write_buffer;
    const std::uint32_t own = did.cycles - static_cast<std::uint32_t>(did.memory.total());
    cost.issue = did.moves ? own : std::min(1u, own);
    cost.network = own - cost.issue;
    node.tell(in, before, stepped.cycle, pc, cost, did.refused);
    if (!did.sent && !did.refused && !did.returns) return;
    MessageEvent told = did.sent      ? node.event_of(events::Inject{}, *did.sent)
                        : did.returns ? node.event_of(events::Return{}, handled)
                                      : node.event_of(events::Refuse{}, handled); // with its words
    if (did.refused) {
        told.message = {};
        told.handler = 0;
        told.high = did.high;
    }
    told.context = before;
    told.cycle = s.now;
    told.pc = did.returns ? s.pc : pc;
    node.tell(told);
}

namespace {

std::uint32_t waiting(std::uint32_t status) {
    return (nistat::lpmp.get(status) ? found::low_message : 0) |
           (nistat::hpmp.get(status) ? found::high_message : 0);
}

/// Messages that may come in as events (A.9.1).
std::uint32_t let_in(std::uint32_t status) {
    if (!nistat::ee.get(status)) return 0;
    const bool low = nistat::lpee.get(status) && nistat::lpmm.get(status);
    return (low ? found::low_message : 0) | (nistat::hpmm.get(status) ? found::high_message : 0);
}

} // namespace

void tell_poll(NodePort &node, const Registers &registers, bool writes, std::uint32_t number,
               Context context, std::uint64_t cycle, std::uint32_t pc, std::uint32_t before,
               std::uint32_t after) {
    Poll how = Poll::looks;
    std::uint32_t finds = waiting(before) | (nistat::lpa.get(before) ? found::low_room : 0) |
                          (nistat::hpa.get(before) ? found::high_room : 0);
    if (writes && (number == isa::ni::enable || number == isa::ni::nistat)) {
        const std::uint32_t opened = let_in(after) & ~let_in(before);
        if (!opened || !registers.listens()) return;
        how = Poll::opens;
        finds = waiting(before) & opened;
    } else if (writes || number != isa::ni::nistat) {
        return;
    }
    node.announce_arrivals(cycle); // the messages found have arrived
    MessageEvent told = node.event_of(events::Polled{how, finds});
    told.context = context;
    told.cycle = cycle;
    told.pc = pc;
    node.tell(told);
}

void tell_dispatch(NodePort &node, const Registers &registers, Event event, std::uint64_t cycle,
                   std::uint32_t interrupted, std::uint32_t handler) {
    const bool arrival = event == Event::high_arrival || event == Event::low_arrival;
    const net::Packet &packet = registers.handled(registers.visible());
    events::Dispatch dispatch{static_cast<std::uint32_t>(node.state().now - cycle)};
    if (!arrival)
        dispatch.without =
            event == Event::timelet ? WithoutMessage::timelet : WithoutMessage::outlet;
    MessageEvent told = node.event_of(dispatch, packet);
    told.cycle = cycle;
    told.pc = interrupted;
    if (!arrival) told.handler = handler;
    node.tell(told);
}

} // namespace inlet::xnet
