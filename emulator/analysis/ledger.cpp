#include "analysis/ledger.h"

#include "inlet/cost_totals.h"

#include <algorithm>

namespace inlet {

Ledger::Node &Ledger::at(std::uint32_t node) {
    if (node >= nodes_.size()) nodes_.resize(node + 1);
    return nodes_[node];
}

void Ledger::fill(std::uint32_t node, std::uint64_t until) {
    Node &n = at(node);
    if (until <= n.clock) return;
    charge({.node = node,
            .cycle = n.clock,
            .cycles = until - n.clock,
            .cause = n.exited ? Cause::idle : Cause::unrecorded});
    n.clock = until;
}

void Ledger::end(const RunSummary &run) {
    const auto count = std::min(nodes(), static_cast<std::uint32_t>(run.nodes.size()));
    for (std::uint32_t node = 0; node < count; ++node)
        if (nodes_[node].exited) fill(node, run.nodes[node].cycles);
}

void Ledger::instruction(const InstructionEvent &event) {
    if (at(event.node).clock != event.cycle) fill(event.node, event.cycle);
    Node &n = nodes_[event.node];
    const std::uint64_t cycles = event.cost.total();
    charge({.node = event.node,
            .context = event.context,
            .cycle = n.clock,
            .cycles = cycles,
            .cause = event.wait == Wait::none ? Cause::issue : cause_of(event.wait),
            .instruction = &event});
    n.clock += cycles;
}

void Ledger::wait(const WaitEvent &waited) {
    if (!counts_turns()) return Observer::wait(waited);
    const InstructionEvent &first = waited.turn.front();
    fill(first.node, first.cycle);
    for (const InstructionEvent &event : waited.turn)
        charge({.node = event.node,
                .context = event.context,
                .cycle = event.cycle,
                .cycles = event.cost.total(),
                .times = waited.turns,
                .cause = event.wait == Wait::none ? Cause::issue : cause_of(event.wait),
                .instruction = &event});
    nodes_[first.node].clock = waited.end();
}

void Ledger::event(const MessageEvent &event) {
    told(event);
    Node &n = at(event.node);
    n.exited = n.exited || event.kind() == EventKind::exit;
    const auto cost = cost_of(event);
    if (!cost) return;
    fill(event.node, event.cycle);
    charge({.node = event.node,
            .context = event.context,
            .cycle = n.clock,
            .cycles = cost->cycles,
            .cause = cost->cause,
            .event = &event});
    n.clock += cost->cycles;
}

} // namespace inlet
