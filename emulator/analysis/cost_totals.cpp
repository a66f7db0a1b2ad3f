#include "inlet/cost_totals.h"

#include "analysis/wait_finder.h"

#include <fmt/format.h>

namespace inlet {

std::string cost_text(const Cost &cost) {
    std::string text;
    const auto add = [&](const char *name, std::uint32_t cycles) {
        if (cycles != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, cycles);
    };
    add("issue", cost.issue);
    add("load-use", cost.load_use);
    add("network", cost.network);
    add("multiply", cost.multiply);
    add("cache", cost.cache);
    add("write buffer", cost.write_buffer);
    add("ni wait", cost.ni_wait);
    return text.empty() ? "free" : text; // host services
}

void CostTotals::add(const CostTotals &other) {
    instructions += other.instructions;
    refused += other.refused;
    issue += other.issue;
    load_use += other.load_use;
    network += other.network;
    multiply += other.multiply;
    cache += other.cache;
    write_buffer += other.write_buffer;
    ni_wait += other.ni_wait;
    dispatches += other.dispatches;
    dispatch += other.dispatch;
    exceptions += other.exceptions;
    exception += other.exception;
    hardwired += other.hardwired;
    stolen += other.stolen;
    for (std::size_t wait = 0; wait < wait_kinds; ++wait) waiting[wait] += other.waiting[wait];
}

namespace {

void add(CostTotals &totals, const InstructionEvent &event, std::uint64_t times = 1) {
    const std::uint64_t cycles = times * event.cost.total();
    totals.instructions += times;
    if (event.waiting) totals.refused += cycles;
    if (event.wait != Wait::none) {
        totals.waiting[static_cast<std::size_t>(event.wait)] += cycles;
        return;
    }
    totals.issue += times * event.cost.issue;
    totals.load_use += times * event.cost.load_use;
    totals.network += times * event.cost.network;
    totals.multiply += times * event.cost.multiply;
    totals.cache += times * event.cost.cache;
    totals.write_buffer += times * event.cost.write_buffer;
    totals.ni_wait += times * event.cost.ni_wait;
}

using Contexts = std::array<CostTotals, 3>;

void add(Contexts &contexts, const WaitEvent &waited) {
    for (const InstructionEvent &event : waited.turn)
        add(contexts[static_cast<std::size_t>(event.context)], event, waited.turns);
}

} // namespace

struct CostMeter::Adder final : Observer {
    explicit Adder(std::array<CostTotals, 3> &sums) : contexts(sums) {}
    void instruction(const InstructionEvent &event) override {
        add(contexts[static_cast<std::size_t>(event.context)], event);
    }
    void wait(const WaitEvent &waited) override { add(contexts, waited); }
    std::array<CostTotals, 3> &contexts;
};

CostMeter::CostMeter(const Image &names)
    : adder_(std::make_unique<Adder>(contexts_)),
      waits_(std::make_unique<WaitFinder>(names, *adder_)) {}
CostMeter::CostMeter() = default;
CostMeter::~CostMeter() = default;

void CostMeter::instruction(const InstructionEvent &event) {
    if (waits_) return waits_->instruction(event);
    add(contexts_[static_cast<std::size_t>(event.context)], event);
}

void CostMeter::wait(const WaitEvent &waited) {
    if (waits_) return waits_->wait(waited);
    add(contexts_, waited);
}

void CostMeter::event(const MessageEvent &event) {
    if (waits_) waits_->event(event);
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
