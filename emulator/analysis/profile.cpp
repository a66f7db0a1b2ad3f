#include "analysis/profile.h"

#include "analysis/by_interface.h"

#include <algorithm>

namespace inlet {

Profile::Node &Profile::of(std::uint32_t node) {
    if (node >= nodes_.size()) nodes_.resize(node + 1);
    return nodes_[node];
}

std::vector<Profile::Running> &Profile::running(std::uint32_t node, Context level) {
    if (node >= running_.size()) running_.resize(node + 1);
    return running_[node][static_cast<std::size_t>(level)];
}

Profile::Handler *Profile::innermost(std::uint32_t node, Context level) {
    const std::vector<Running> &open = running(node, level);
    return open.empty() ? nullptr : open.back().handler;
}

Profile::Line &Profile::line(std::uint32_t pc, std::uint32_t word) {
    constexpr std::uint32_t most = 1u << 20;
    const std::uint32_t index = place(pc);
    const bool near = pc >= first_pc_ && index < most;
    if (near) {
        if (index >= near_.size()) near_.resize(std::max<std::size_t>(index + 1, near_.size() * 2));
        if (const std::uint32_t known = near_[index]; known != 0)
            if (lines_[known - 1].word == word) return lines_[known - 1];
    }
    const auto [at, added] = line_numbers_.try_emplace(std::uint64_t{pc} << 32 | word,
                                                       static_cast<std::uint32_t>(lines_.size()));
    if (added) {
        lines_.push_back({.pc = pc, .word = word});
        if (const auto early = early_messages_.extract(pc)) lines_.back().messages = early.mapped();
    }
    (near ? near_[index] : far_[pc]) = at->second + 1;
    return lines_[at->second];
}

/// Of the instruction at `pc`, + 1; 0: it has none.
std::uint32_t Profile::last_line(std::uint32_t pc) const {
    const std::uint32_t index = place(pc);
    if (pc >= first_pc_ && index < near_.size()) return near_[index];
    const auto found = far_.find(pc);
    return found == far_.end() ? 0 : found->second;
}

void Profile::told(const MessageEvent &event) {
    if (only_ && event.node != *only_) return;
    if (event.kind() == EventKind::inject) {
        ++of(event.node).sent;
        if (is_sent_by_interface(event)) return;
        tree_.sent(event.node, event.context, event.pc);
        if (Handler *handler = innermost(event.node, event.context)) ++handler->sent;
        if (const std::uint32_t known = last_line(event.pc))
            ++lines_[known - 1].messages;
        else // of a DMA channel, within the instruction that starts it
            ++early_messages_[event.pc];
    } else if (const auto *dispatch = event.as<events::Dispatch>()) {
        Handler &handler = handlers_[{event.handler, event.context}];
        running(event.node, event.context).push_back({&handler, event.message});
        ++handler.dispatches;
        handler.messages += event.message.number != 0;
        handler.dispatch += dispatch->cycles;
        of(event.node).handled += event.message.number != 0;
    } else if (event.kind() == EventKind::hardwired || is_taken(event)) {
        ++of(event.node).handled;
    } else if (event.kind() == EventKind::ret) {
        std::vector<Running> &open = running(event.node, event.context);
        const auto last = std::find_if(open.rbegin(), open.rend(), [&](const Running &one) {
            return one.message == event.message;
        });
        if (last != open.rend()) open.erase(last.base() - 1, open.end());
    }
}

void Profile::charge(const Charge &charge) {
    if (only_ && charge.node != *only_) return;
    tree_.charge(charge);
    Node &node = of(charge.node);
    const auto context = static_cast<std::size_t>(charge.context);
    const auto cause = static_cast<std::size_t>(charge.cause);
    if (charge.instruction == nullptr) {
        node.by_cause[cause] += charge.cycles;
        contexts_[context][cause] += charge.cycles;
        if (text_ && charge.cause == Cause::exception)
            split(contexts_[context], Cause::exception, 1,
                  text_->entry_parts(charge.cycles, *machine_));
        return;
    }
    const InstructionEvent &event = *charge.instruction;
    Line &at = line(event.pc, event.word);
    const std::uint64_t times = charge.times, all_cycles = times * charge.cycles;
    at.cycles[context] += all_cycles;
    at.instructions[context] += times;
    const auto add = [&](std::size_t what, std::uint64_t cycles) {
        at.by_cause[what] += cycles;
        node.by_cause[what] += cycles;
        contexts_[context][what] += cycles;
    };
    if (event.wait != Wait::none) {
        add(cause, all_cycles);
        at.waited += times;
    } else {
        for (std::size_t part = 0; part < cost_parts.size(); ++part)
            if (const std::uint64_t cycles = event.cost.*cost_parts[part]; cycles != 0)
                add(part, times * cycles);
        node.cycles[context] += all_cycles;
        if (text_)
            split(contexts_[context], Cause::issue, times, text_->issue_parts(event, *machine_));
    }
    node.instructions += times;
    Handler *handler = innermost(charge.node, charge.context);
    if (handler != nullptr) {
        handler->instructions += times;
        handler->cycles += all_cycles;
    }
    if (!event.waiting) return;
    at.refused += times;
    node.refused += times;
    node.refused_cycles += all_cycles;
    if (handler != nullptr) handler->refused += times;
}

void Profile::split_issue(Processor processor, const TraceHeader &run) {
    if (!text_of(processor).splits_issue()) return;
    text_ = &text_of(processor);
    machine_ = MachineConfig::parse(run.machine, run.machine_name);
}

void Profile::split(Causes &sums, Cause from, std::uint64_t times, const IssueParts &parts) {
    sums[static_cast<std::size_t>(from)] -= times * (parts.access + parts.stall);
    sums[static_cast<std::size_t>(Cause::access)] += times * parts.access;
    sums[static_cast<std::size_t>(Cause::stall)] += times * parts.stall;
}

std::uint64_t Profile::waiting_cycles(const Causes &causes) {
    std::uint64_t sum = 0;
    for (std::size_t wait = 1; wait < wait_kinds; ++wait)
        sum += causes[static_cast<std::size_t>(cause_of(static_cast<Wait>(wait)))];
    return sum;
}

std::uint64_t Profile::cycles() const {
    std::uint64_t sum = 0;
    for (const Node &node : nodes_)
        for (const std::uint64_t cycles : node.by_cause) sum += cycles;
    return sum;
}

} // namespace inlet
