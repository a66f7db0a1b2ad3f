#include "analysis/mpi_calls.h"

#include <algorithm>

namespace inlet {

MpiCalls::Sum &MpiCalls::Sum::operator+=(const Sum &other) {
    calls += other.calls;
    cycles += other.cycles;
    waiting += other.waiting;
    handlers += other.handlers;
    return *this;
}

MpiCalls::MpiCalls(const Image &names) : names_(names) {
    for (const Symbol &symbol : names.symbols) {
        if (!symbol.name.starts_with("MPI_") && !symbol.name.starts_with("MPIX_")) continue;
        entries_.emplace(symbol.address, symbol.name);
        first_ = std::min(first_, symbol.address);
        last_ = std::max(last_, symbol.address);
    }
}

void MpiCalls::follow(Thread &thread, const InstructionEvent &event) {
    thread.stack.step(event, 0);
    const std::uint32_t from = thread.last_pc;
    thread.last_pc = event.pc;
    if (thread.open != nullptr) {
        if (thread.stack.depth() >= thread.depth) return;
        thread.open = nullptr;
    }
    if (event.pc < first_ || event.pc > last_) return;
    const auto entry = entries_.find(event.pc);
    if (entry == entries_.end()) return;
    const auto &frames = thread.stack.frames();
    // A tail call, as in `return MPI_Send(...);`, opens no frame.
    const bool called = !frames.empty() && frames.back().entry == event.pc;
    thread.depth = frames.size();
    thread.open = &calls_[{entry->second, called ? frames.back().call : from}];
    if (event.node >= thread.open->size()) thread.open->resize(event.node + 1);
    ++(*thread.open)[event.node].calls;
}

void MpiCalls::charge(const Charge &charge) {
    while (charge.node >= threads_.size()) {
        threads_.emplace_back(names_.processor);
        outside_.emplace_back();
    }
    Thread &thread = threads_[charge.node];
    const bool main = charge.instruction != nullptr && charge.context == Context::main;
    if (main) follow(thread, *charge.instruction);
    const std::uint64_t cycles = charge.times * charge.cycles;
    if (charge.cause == Cause::idle) {
        outside_[charge.node].idle += cycles;
        return;
    }
    Sum &sum = thread.open != nullptr ? (*thread.open)[charge.node] : outside_[charge.node].program;
    sum.cycles += cycles;
    if (!main && charge.cause != Cause::unrecorded && charge.cause != Cause::exception)
        sum.handlers += cycles;
    else if (charge.cause >= first_wait)
        sum.waiting += cycles;
}

} // namespace inlet
