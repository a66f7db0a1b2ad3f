#include "inlet/wait_meter.h"

#include "analysis/trace_totals.h"
#include "analysis/wait_finder.h"
#include "inlet/machine_kind.h"

namespace inlet {

struct WaitMeter::Impl {
    Impl(const Image &names, std::uint32_t nodes) : totals(nodes), waits(names, totals) {}
    TraceTotals totals;
    WaitFinder waits;
};

WaitMeter::WaitMeter(const Image &names, std::uint32_t nodes)
    : impl_(std::make_unique<Impl>(names, nodes)) {}
WaitMeter::~WaitMeter() = default;

void WaitMeter::instruction(const InstructionEvent &event) { impl_->waits.instruction(event); }
void WaitMeter::wait(const WaitEvent &waited) { impl_->waits.wait(waited); }
void WaitMeter::event(const MessageEvent &event) { impl_->waits.event(event); }

void WaitMeter::begin_at(std::uint64_t cycle) { impl_->totals.begin_at(cycle); }

void WaitMeter::complete(std::vector<NodeSummary> &nodes) const {
    impl_->totals.complete_waits(nodes);
}

bool WaitMeter::is_needed(const MachineConfig &config) { return !facts_of(config).counts_waits; }

} // namespace inlet
