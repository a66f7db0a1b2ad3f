#include "analysis/mpi_calls.h"

#include "analysis/by_interface.h"

#include <algorithm>

namespace inlet {

MpiCalls::Sum &MpiCalls::Sum::operator+=(const Sum &other) {
    calls += other.calls;
    cycles += other.cycles;
    waiting += other.waiting;
    handlers += other.handlers;
    messages += other.messages;
    bytes += other.bytes;
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
    // Where recording begins again in another function, which calls have ended is not known.
    if (thread.gap && names_.find(thread.last_pc) != names_.find(event.pc))
        thread = Thread(names_.processor);
    thread.gap = false;
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

MpiCalls::Thread &MpiCalls::thread(std::uint32_t node) {
    while (node >= threads_.size()) {
        threads_.emplace_back(names_.processor);
        outside_.emplace_back();
    }
    return threads_[node];
}

MpiCalls::Sum &MpiCalls::sum_of(std::uint32_t node) {
    std::vector<Sum> *open = thread(node).open;
    return open != nullptr ? (*open)[node] : outside_[node].program;
}

void MpiCalls::told(const MessageEvent &event) {
    if (event.kind() != EventKind::inject) return;
    thread(event.node);
    Sum &sum = is_sent_by_interface(event) ? outside_[event.node].program : sum_of(event.node);
    ++sum.messages;
    sum.bytes += 4 * (std::uint64_t{event.words} + event.vector_words);
}

void MpiCalls::charge(const Charge &charge) {
    Thread &thread = this->thread(charge.node);
    const bool main = charge.instruction != nullptr && charge.context == Context::main;
    if (main) follow(thread, *charge.instruction);
    const std::uint64_t cycles = charge.times * charge.cycles;
    if (charge.cause == Cause::idle) {
        outside_[charge.node].idle += cycles;
        return;
    }
    if (charge.cause == Cause::unrecorded) { // the program has switched its trace off
        outside_[charge.node].unrecorded += cycles;
        thread.gap = true;
        return;
    }
    Sum &sum = sum_of(charge.node);
    sum.cycles += cycles;
    if (!main && charge.cause != Cause::exception)
        sum.handlers += cycles;
    else if (charge.cause >= first_wait)
        sum.waiting += cycles;
}

} // namespace inlet
