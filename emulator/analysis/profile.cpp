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
    if (charge.instruction == nullptr) {
        if (charge.cause == Cause::exception) node.exceptions += charge.cycles;
        split_.each(charge.cause, charge.cycles, [&](Cause part, std::uint64_t cycles) {
            node.by_cause[static_cast<std::size_t>(part)] += cycles;
            contexts_[context][static_cast<std::size_t>(part)] += cycles;
        });
        return;
    }
    const InstructionEvent &event = *charge.instruction;
    Line &at = line(event.pc, event.word);
    const std::uint64_t times = charge.times, all_cycles = times * charge.cycles;
    at.cycles[context] += all_cycles;
    at.instructions[context] += times;
    const auto add = [&](Cause cause, std::uint64_t cycles) {
        const auto what = static_cast<std::size_t>(cause);
        at.by_cause[what] += times * cycles;
        node.by_cause[what] += times * cycles;
        contexts_[context][what] += times * cycles;
    };
    if (event.wait != Wait::none) {
        add(charge.cause, charge.cycles);
        at.waited += times;
    } else {
        split_.each(event, add);
        node.cycles[context] += all_cycles;
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
