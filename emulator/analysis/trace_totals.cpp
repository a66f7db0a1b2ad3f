#include "analysis/trace_totals.h"

#include "analysis/ledger.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet {

using nlohmann::json;

namespace {

void add(NodeSummary &node, const InstructionEvent &event, std::uint64_t times) {
    node.instructions += times;
    if (!event.waiting && event.wait == Wait::none) return;
    const std::uint64_t cycles = times * event.cost.total();
    node.cycles_waiting += cycles;
    if (event.waiting || event.wait == Wait::room) node.cycles_refused += cycles;
}

} // namespace

void TraceTotals::idle(NodeSummary &node, std::uint64_t until) {
    gaps_ += until - node.cycles;
    node.cycles_waiting += until - node.cycles;
    node.cycles_idle += until - node.cycles;
}

void TraceTotals::instruction(const InstructionEvent &event) {
    costs_.instruction(event);
    NodeSummary &node = nodes_[event.node];
    if (event.cycle > node.cycles) idle(node, event.cycle); // exited and without a message
    node.cycles = event.cycle + event.cost.total();
    add(node, event, 1);
}

void TraceTotals::wait(const WaitEvent &waited) {
    costs_.wait(waited);
    const InstructionEvent &first = waited.turn.front();
    NodeSummary &node = nodes_[first.node];
    if (first.cycle > node.cycles) idle(node, first.cycle);
    node.cycles = waited.end();
    for (const InstructionEvent &event : waited.turn) add(node, event, waited.turns);
}

void TraceTotals::event(const MessageEvent &event) {
    costs_.event(event);
    NodeSummary &node = nodes_[event.node];
    if (const auto cost = cost_of(event)) {
        if (event.cycle > node.cycles) idle(node, event.cycle);
        node.cycles = event.cycle + cost->cycles;
    }
    if (event.kind() == EventKind::inject) ++node.messages_sent;
    if (is_handled(event)) ++node.messages_received;
    if (const auto *exit = event.as<events::Exit>()) {
        node.exited = true;
        node.status = exit->status;
    }
    if (const auto *drop = event.as<events::Dropped>()) {
        ++lost_[static_cast<std::size_t>(drop->cause)];
        if (drop->taken) --node.messages_received;
    }
}

std::vector<NodeSummary> TraceTotals::nodes() const { return nodes_; }

void TraceTotals::begin_at(std::uint64_t cycle) {
    resumed_ = true;
    for (NodeSummary &node : nodes_) node.cycles = cycle;
}

void TraceTotals::complete_waits(std::vector<NodeSummary> &nodes) {
    for (std::size_t n = 0; n < std::min(nodes.size(), nodes_.size()); ++n) {
        NodeSummary &node = nodes[n];
        const NodeSummary &seen = nodes_[n];
        // Calls of the host have no record on an nCUBE/2.
        const std::uint64_t left_out = node.instructions - seen.instructions;
        if (!resumed_ && left_out > node.instructions / 100 + 1) continue;
        if (seen.cycles > node.cycles) continue;
        const std::uint64_t rest = node.cycles - seen.cycles; // after the last record
        if (node.exited) gaps_ += rest;
        node.cycles_refused = seen.cycles_refused;
        node.cycles_idle = seen.cycles_idle + rest;
        node.cycles_waiting = seen.cycles_waiting + rest;
    }
}

std::string TraceTotals::text(const ContextNames &names, const std::string &gap) const {
    const CostTotals all = costs_.all();
    std::vector<Cause> shown;
    const auto show = [&](Cause cause) {
        if (facts_of(cause).always() || all.of(cause) != 0) shown.push_back(cause);
    };
    for (const Cause cause : work_causes)
        if (cause != Cause::dispatch) show(cause);
    show(Cause::dispatch);
    for (std::size_t wait = 1; wait < wait_kinds; ++wait) show(cause_of(static_cast<Wait>(wait)));
    std::string out = fmt::format("{:<8} {:>15} {:>15}", "code", "instructions", "cycles");
    const auto width = [](Cause cause) { return cause == Cause::issue ? 15 : 12; };
    for (const Cause cause : shown) {
        const char *title = cause < first_wait ? facts_of(cause).title : cause_name(cause);
        out += fmt::format(" {:>{}}", title, width(cause));
    }
    out += "\n";
    const auto row = [&](const std::string &name, const CostTotals &c) {
        out += fmt::format("{:<8} {:>15} {:>15}", name, c.instructions, c.cycles());
        for (const Cause cause : shown) out += fmt::format(" {:>{}}", c.of(cause), width(cause));
        out += "\n";
    };
    for (const Context context : names.all()) row(names.of(context), costs_.of(context));
    row("all", all);
    out += fmt::format("{} dispatches.", all.dispatches);
    if (all.exceptions != 0) out += fmt::format(" {} exceptions.", all.exceptions);
    if (all.hardwired != 0)
        out += fmt::format(" {} messages to hard-wired handlers.", all.hardwired);
    if (all.refused != 0)
        out += fmt::format(" Of these cycles, {} were refused SENDs.", all.refused);
    if (gaps_ != 0) out += fmt::format(" For {} cycles more, {}.", gaps_, gap);
    std::uint64_t lost = 0;
    std::string where;
    for (std::size_t n = 0; n < drops.size(); ++n) {
        const bool of_software = static_cast<Drop>(n) > Drop::fault; // on some machines only
        if (of_software && lost_[n] == 0) continue;
        lost += lost_[n];
        where += fmt::format("{}{} {}", n == 0 ? "" : ", ", lost_[n], drops[n].where);
    }
    if (lost != 0) out += fmt::format(" {} packets were lost: {}.", lost, where);
    return out + "\n";
}

json TraceTotals::lost_json() const {
    json document;
    for (std::size_t n = 0; n < drops.size(); ++n) document[drops[n].name] = lost_[n];
    return document;
}

json TraceTotals::to_json(const ContextNames &names) const {
    json document = json::object();
    for (const Context context : names.all()) {
        const CostTotals &c = costs_.of(context);
        json &of = document[names.of(context)];
        of = {{"instructions", c.instructions}, {"cycles", c.cycles()}};
#define INLET_COST(id, ...) of[#id] = c.id;
#include "inlet/causes.def"
        for (const Cause cause : split_causes) of[facts_of(cause).key] = c.of(cause);
        of["refused"] = c.refused;
#define INLET_CAUSE_OF_EVENT(id, times, ...) of[#times] = c.times, of[#id] = c.id;
#define INLET_WAIT(id, ...) of["wait_" #id] = c.waiting[static_cast<std::size_t>(Wait::id)];
#include "inlet/causes.def"
    }
    document["idle"] = gaps_;
    return document;
}

} // namespace inlet
