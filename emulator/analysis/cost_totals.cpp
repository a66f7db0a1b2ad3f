#include "inlet/cost_totals.h"

namespace inlet {

void CostTotals::add(const CostTotals &other) {
    instructions += other.instructions;
    refused += other.refused;
    issue += other.issue;
    load_use += other.load_use;
    network += other.network;
    multiply += other.multiply;
    cache += other.cache;
    write_buffer += other.write_buffer;
    dispatches += other.dispatches;
    dispatch += other.dispatch;
    exceptions += other.exceptions;
    exception += other.exception;
    hardwired += other.hardwired;
    stolen += other.stolen;
}

void CostMeter::instruction(const InstructionEvent &event) {
    CostTotals &totals = contexts_[static_cast<std::size_t>(event.context)];
    ++totals.instructions;
    totals.issue += event.cost.issue;
    totals.load_use += event.cost.load_use;
    totals.network += event.cost.network;
    totals.multiply += event.cost.multiply;
    totals.cache += event.cost.cache;
    totals.write_buffer += event.cost.write_buffer;
    if (event.waiting) totals.refused += event.cost.total();
}

void CostMeter::event(const MessageEvent &event) {
    CostTotals &totals = contexts_[static_cast<std::size_t>(event.context)];
    switch (event.kind) {
    case EventKind::dispatch:
        ++totals.dispatches;
        totals.dispatch += event.value;
        break;
    case EventKind::exception:
        ++totals.exceptions;
        totals.exception += event.value;
        break;
    case EventKind::hardwired:
        ++totals.hardwired;
        totals.stolen += event.value;
        break;
    default: break; // takes no time of its own
    }
}

CostTotals CostMeter::all() const {
    CostTotals sum;
    for (const CostTotals &totals : contexts_) sum.add(totals);
    return sum;
}

} // namespace inlet
