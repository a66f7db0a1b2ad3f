#include "inlet/cost_totals.h"

#include "analysis/wait_finder.h"

#include <fmt/format.h>

namespace inlet {

std::string cost_text(const Cost &cost) {
    std::string text;
    for (std::size_t part = 0; part < cost_parts.size(); ++part)
        if (const std::uint32_t cycles = cost.*cost_parts[part])
            text +=
                fmt::format("{}{} {}", text.empty() ? "" : ", ", all_causes[part].title, cycles);
    return text.empty() ? "free" : text; // host services
}

std::uint64_t CostTotals::work() const {
    return 0
#define INLET_COST(id, ...) +id
#define INLET_CAUSE_OF_EVENT(id, ...) +id
#include "inlet/causes.def"
        ;
}

std::uint64_t CostTotals::of(Cause cause) const {
#define INLET_COST(id, ...)                                                                        \
    if (cause == Cause::id) return id;
#define INLET_CAUSE_OF_EVENT(id, ...)                                                              \
    if (cause == Cause::id) return id;
#include "inlet/causes.def"
    if (cause < first_wait) return 0;
    return waiting[static_cast<std::size_t>(cause) - static_cast<std::size_t>(first_wait) + 1];
}

void CostTotals::add(const CostTotals &other) {
    instructions += other.instructions;
    refused += other.refused;
#define INLET_COST(id, ...) id += other.id;
#define INLET_CAUSE_OF_EVENT(id, times, ...) times += other.times, id += other.id;
#include "inlet/causes.def"
    for (std::size_t wait = 0; wait < wait_kinds; ++wait) waiting[wait] += other.waiting[wait];
}

std::optional<EventCost> cost_of(const MessageEvent &event) {
    if (const auto *dispatch = event.as<events::Dispatch>())
        return EventCost{Cause::dispatch, dispatch->cycles};
    if (const auto *exception = event.as<events::Exception>())
        return EventCost{Cause::exception, exception->cycles};
    if (const auto *hardwired = event.as<events::Hardwired>())
        return EventCost{Cause::stolen, hardwired->cycles};
    return std::nullopt;
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
#define INLET_COST(id, ...) totals.id += times * event.cost.id;
#include "inlet/causes.def"
}

void add(CostTotals &totals, const EventCost &cost) {
#define INLET_CAUSE_OF_EVENT(id, times, ...)                                                       \
    if (cost.cause == Cause::id) ++totals.times, totals.id += cost.cycles;
#include "inlet/causes.def"
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
    if (const auto cost = cost_of(event))
        add(contexts_[static_cast<std::size_t>(event.context)], *cost);
}

CostTotals CostMeter::all() const {
    CostTotals sum;
    for (const CostTotals &totals : contexts_) sum.add(totals);
    return sum;
}

} // namespace inlet
