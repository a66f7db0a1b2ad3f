#include "inlet/cost_totals.h"

#include "analysis/cause_split.h"
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
           + access + stall;
}

std::uint64_t CostTotals::of(Cause cause) const {
#define INLET_COST(id, ...)                                                                        \
    if (cause == Cause::id) return id;
#define INLET_CAUSE_OF_EVENT(id, ...)                                                              \
    if (cause == Cause::id) return id;
#include "inlet/causes.def"
    if (cause == Cause::access) return access;
    if (cause == Cause::stall) return stall;
    if (cause < first_wait) return 0;
    return waiting[static_cast<std::size_t>(cause) - static_cast<std::size_t>(first_wait) + 1];
}

void CostTotals::add(const CostTotals &other) {
    instructions += other.instructions;
    refused += other.refused;
    access += other.access;
    stall += other.stall;
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

void split_from(std::uint64_t &whole, CostTotals &totals, const IssueParts &parts,
                std::uint64_t times) {
    whole -= times * (parts.access + parts.stall);
    totals.access += times * parts.access;
    totals.stall += times * parts.stall;
}

} // namespace

struct CostMeter::Adder final : Observer {
    Adder(std::array<CostTotals, 3> &sums, CauseSplit split)
        : contexts(sums), split(std::move(split)) {}

    void instruction(const InstructionEvent &event) override { add(event, 1); }
    void wait(const WaitEvent &waited) override {
        for (const InstructionEvent &event : waited.turn) add(event, waited.turns);
    }
    void event(const MessageEvent &event) override {
        const auto cost = cost_of(event);
        if (!cost) return;
        CostTotals &totals = contexts[static_cast<std::size_t>(event.context)];
        const IssueParts parts = split.of(cost->cause, cost->cycles);
#define INLET_CAUSE_OF_EVENT(id, times, ...)                                                       \
    if (cost->cause == Cause::id) {                                                                \
        ++totals.times;                                                                            \
        totals.id += cost->cycles;                                                                 \
        split_from(totals.id, totals, parts, 1);                                                   \
    }
#include "inlet/causes.def"
    }

    void add(const InstructionEvent &event, std::uint64_t times) {
        CostTotals &totals = contexts[static_cast<std::size_t>(event.context)];
        const std::uint64_t cycles = times * event.cost.total();
        totals.instructions += times;
        if (event.waiting) totals.refused += cycles;
        if (event.wait != Wait::none) {
            totals.waiting[static_cast<std::size_t>(event.wait)] += cycles;
            return;
        }
#define INLET_COST(id, ...) totals.id += times * event.cost.id;
#include "inlet/causes.def"
        split_from(totals.issue, totals, split.of(event), times);
    }

    std::array<CostTotals, 3> &contexts;
    const CauseSplit split;
};

CostMeter::CostMeter(const Image &names, const MachineConfig &machine)
    : CostMeter(CauseSplit(names.processor, machine)) {
    waits_ = std::make_unique<WaitFinder>(names, *adder_);
}
CostMeter::CostMeter(const CauseSplit &split) : adder_(std::make_unique<Adder>(contexts_, split)) {}
CostMeter::CostMeter() : CostMeter(CauseSplit()) {}
CostMeter::~CostMeter() = default;

void CostMeter::instruction(const InstructionEvent &event) {
    if (waits_) return waits_->instruction(event);
    adder_->instruction(event);
}

void CostMeter::wait(const WaitEvent &waited) {
    if (waits_) return waits_->wait(waited);
    adder_->wait(waited);
}

/// The WaitFinder passes events on, too.
void CostMeter::event(const MessageEvent &event) {
    if (waits_) return waits_->event(event);
    adder_->event(event);
}

CostTotals CostMeter::all() const {
    CostTotals sum;
    for (const CostTotals &totals : contexts_) sum.add(totals);
    return sum;
}

} // namespace inlet
