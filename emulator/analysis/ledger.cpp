#include "analysis/ledger.h"

#include <algorithm>

namespace inlet {

const char *cause_name(Cause cause) {
    switch (cause) {
    case Cause::issue: return "issue";
    case Cause::load_use: return "load-use";
    case Cause::network: return "network";
    case Cause::multiply: return "multiply";
    case Cause::cache: return "cache";
    case Cause::write_buffer: return "write-buffer";
    case Cause::ni_wait: return "ni-wait";
    case Cause::access: return "access";
    case Cause::stall: return "stall";
    case Cause::dispatch: return "dispatch";
    case Cause::exception: return "exception";
    case Cause::stolen: return "stolen";
    case Cause::idle: return "idle";
    case Cause::unrecorded: return "unrecorded";
    case Cause::wait_message: return "wait-message";
    case Cause::wait_room: return "wait-room";
    case Cause::wait_barrier: return "wait-barrier";
    case Cause::wait_clock: return "wait-clock";
    case Cause::COUNT: break;
    }
    return "";
}

const char *wait_title(Wait wait) {
    switch (wait) {
    case Wait::none: break;
    case Wait::message: return "(waiting for a message)";
    case Wait::room: return "(waiting for room to send)";
    case Wait::barrier: return "(waiting in a barrier)";
    case Wait::clock: return "(waiting for a time)";
    }
    return "";
}

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
    Cause cause = Cause::COUNT;
    switch (event.kind) {
    case EventKind::dispatch: cause = Cause::dispatch; break;
    case EventKind::exception: cause = Cause::exception; break;
    case EventKind::hardwired: cause = Cause::stolen; break;
    case EventKind::exit: at(event.node).exited = true; return;
    default: at(event.node); return;
    }
    fill(event.node, event.cycle);
    Node &n = at(event.node);
    charge({.node = event.node,
            .context = event.context,
            .cycle = n.clock,
            .cycles = event.value,
            .cause = cause,
            .event = &event});
    n.clock += event.value;
}

} // namespace inlet
