// Waiting of each node of a run, as a report finds it.
#pragma once

#include "inlet/image.h"
#include "inlet/machine.h"
#include "inlet/observer.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace inlet {

/// Recognises every wait of a run (docs/trace.md, "Waiting"). The machine's own count
/// (NodeSummary::cycles_waiting) has the loops that its engine recognises: those without
/// instructions and registers of the network interface.
class WaitMeter final : public Observer {
  public:
    /// `names` must outlive this object.
    WaitMeter(const Image &names, std::uint32_t nodes);
    ~WaitMeter() override;
    WaitMeter(const WaitMeter &) = delete;
    WaitMeter &operator=(const WaitMeter &) = delete;

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;
    Wants wants() const override { return {.hops = false}; }

    /// The run begins at a snapshot of this cycle: waits are those from there on.
    void begin_at(std::uint64_t cycle);

    /// Replaces the waiting of nodes of which all instructions were seen.
    void complete(std::vector<NodeSummary> &nodes) const;

    /// Whether the machine's own count lacks some waits: programs of T1 do not poll.
    static bool is_needed(const MachineConfig &config);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace inlet
