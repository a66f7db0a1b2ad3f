#include "analysis/categories.h"

#include "cpu/processor_text.h"

#include <algorithm>

namespace inlet {

namespace {

/// Whether an instruction loads or stores data.
bool accesses_memory(std::uint32_t word, Processor processor) {
    const ProcessorText &text = text_of(processor);
    if (!text.may_access(word)) return false;
    const InstructionClass kind = text.classify(word);
    return kind == InstructionClass::load || kind == InstructionClass::store;
}

} // namespace

Categories::Categories(const std::vector<Mark> &marks, Processor processor)
    : names_{elsewhere}, processor_(processor) {
    for (const Mark &mark : marks) {
        const auto known = std::find(names_.begin(), names_.end(), mark.name);
        const auto name = static_cast<std::uint32_t>(known - names_.begin());
        if (known == names_.end()) names_.push_back(mark.name);
        names_at_[mark.address].push_back({mark.begins, name});
    }
}

Categories::Level &Categories::level(std::uint32_t node, Context context) {
    if (node >= levels_.size()) levels_.resize(node + 1);
    return levels_[node][static_cast<std::size_t>(context)];
}

void Categories::settle(Level &level, Context context) {
    level.sum = &sums_[{context, names_[level.open.empty() ? 0 : level.open.back()]}];
}

void Categories::told(const MessageEvent &event) {
    if (event.kind() == EventKind::dispatch) level(event.node, event.context) = {};
}

void Categories::charge(const Charge &charge) {
    if (names_at_.empty()) return;
    if (charge.instruction == nullptr) {
        sums_[{charge.context, elsewhere}].cycles += charge.cycles;
        return;
    }
    Level &here = level(charge.node, charge.context);
    const InstructionEvent &event = *charge.instruction;
    if (const auto marks = names_at_.find(event.pc); marks != names_at_.end()) {
        for (const Here &mark : marks->second) {
            const auto open = std::find(here.open.rbegin(), here.open.rend(), mark.name);
            if (mark.begins) {
                if (open != here.open.rend())
                    here.open.erase(std::next(open).base(), here.open.end());
                here.open.push_back(mark.name);
                sums_[{charge.context, names_[mark.name]}].times += charge.times;
            } else if (open != here.open.rend()) {
                here.open.erase(std::next(open).base(), here.open.end());
            }
        }
        settle(here, charge.context);
    } else if (here.sum == nullptr) {
        settle(here, charge.context);
    }
    here.sum->instructions += charge.times;
    here.sum->memory_accesses += accesses_memory(event.word, processor_) ? charge.times : 0;
    here.sum->cycles += charge.times * charge.cycles;
}

} // namespace inlet
