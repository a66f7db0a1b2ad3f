#include "analysis/cause_split.h"

#include <fmt/format.h>

namespace inlet {

CauseSplit::CauseSplit(Processor processor, const MachineConfig &machine) {
    if (!text_of(processor).splits_issue()) return;
    text_ = &text_of(processor);
    machine_ = std::make_shared<const MachineConfig>(machine);
}

CauseSplit::CauseSplit(Processor processor, const TraceHeader &run) {
    if (text_of(processor).splits_issue())
        *this = CauseSplit(processor, MachineConfig::parse(run.machine, run.machine_name));
}

std::string CauseSplit::text(const InstructionEvent &event) const {
    std::string text;
    each(event, [&](Cause cause, std::uint64_t cycles) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", facts_of(cause).title, cycles);
    });
    return text.empty() ? "free" : text;
}

} // namespace inlet
