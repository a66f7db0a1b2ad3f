// The cycles of instructions and exceptions by cause, where machines charge accesses of memory and
// stalls apart from an instruction's base cost.
#pragma once

#include "cpu/processor_text.h"
#include "inlet/cause.h"
#include "inlet/config.h"
#include "inlet/observer.h"
#include "inlet/trace_header.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace inlet {

class CauseSplit {
  public:
    /// Splits nothing: an instruction has the parts of its cost.
    CauseSplit() = default;
    /// Splits if machines with this processor do.
    CauseSplit(Processor processor, const MachineConfig &machine);
    /// The same; reads the machine file of the trace only if something is split. Throws UserError.
    CauseSplit(Processor processor, const TraceHeader &run);

    /// Of the issue of an instruction that does not wait.
    IssueParts of(const InstructionEvent &event) const {
        return text_ ? text_->issue_parts(event, *machine_) : IssueParts{};
    }
    /// Of an event of this cause that takes so many cycles.
    IssueParts of(Cause cause, std::uint64_t cycles) const {
        return text_ && cause == Cause::exception ? text_->entry_parts(cycles, *machine_)
                                                  : IssueParts{};
    }

    /// Calls add(cause, cycles) for the parts of an instruction that does not wait, in the order of
    /// costs, accesses and stalls behind issue.
    template <typename Add> void each(const InstructionEvent &event, const Add &add) const {
        each(Cause::issue, event.cost.issue, of(event), add);
        for (std::size_t part = 1; part < cost_parts.size(); ++part)
            if (const std::uint64_t cycles = event.cost.*cost_parts[part]; cycles != 0)
                add(static_cast<Cause>(part), cycles);
    }
    /// The same for an event.
    template <typename Add> void each(Cause cause, std::uint64_t cycles, const Add &add) const {
        each(cause, cycles, of(cause, cycles), add);
    }

    /// "issue 2, access 4"; "free" for a cost of 0, which host services have.
    std::string text(const InstructionEvent &event) const;

  private:
    template <typename Add>
    static void each(Cause cause, std::uint64_t cycles, const IssueParts &parts, const Add &add) {
        const std::uint64_t rest = cycles - parts.access - parts.stall;
        if (rest != 0) add(cause, rest);
        if (parts.access != 0) add(Cause::access, parts.access);
        if (parts.stall != 0) add(Cause::stall, parts.stall);
    }

    const ProcessorText *text_ = nullptr; ///< nullptr: nothing is split
    std::shared_ptr<const MachineConfig> machine_;
};

/// The causes of instructions that do not wait: the first ones.
inline constexpr std::array instruction_causes = {
#define INLET_COST(id, ...) Cause::id,
#include "inlet/causes.def"
    Cause::access,
    Cause::stall,
};
static_assert(static_cast<std::size_t>(instruction_causes.back()) + 1 == instruction_causes.size());

} // namespace inlet
