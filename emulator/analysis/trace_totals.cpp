#include "analysis/trace_totals.h"

#include "analysis/ledger.h"
#include "inlet/endpoint_stage.h"

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
    switch (event.kind) {
    case EventKind::inject: ++node.messages_sent; break;
    case EventKind::dispatch: {
        if (event.message.number != 0) ++node.messages_received;
        if (event.cycle > node.cycles) idle(node, event.cycle);
        node.cycles = event.cycle + event.value;
        break;
    }
    case EventKind::exception: {
        if (event.cycle > node.cycles) idle(node, event.cycle);
        node.cycles = event.cycle + event.value;
        break;
    }
    case EventKind::hardwired: {
        ++node.messages_received;
        if (event.cycle > node.cycles) idle(node, event.cycle);
        node.cycles = event.cycle + event.value;
        break;
    }
    case EventKind::exit:
        node.exited = true;
        node.status = event.value;
        break;
    case EventKind::refuse:
    case EventKind::arrive:
    case EventKind::ret:
    case EventKind::console:
    case EventKind::poll: break;
    case EventKind::stage: node.messages_received += is_taken(event) ? 1 : 0; break;
    case EventKind::drop: ++lost_.at(event.value != 0); break;
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

std::string TraceTotals::text(const ContextNames &names, const std::string &gap,
                              const std::string &receivers) const {
    const CostTotals all = costs_.all();
    struct Column {
        const char *name;
        std::uint64_t CostTotals::*cycles;
    };
    // Only some machines have them.
    std::vector<Column> more;
    for (const Column &column :
         {Column{"multiply", &CostTotals::multiply}, Column{"cache", &CostTotals::cache},
          Column{"write buffer", &CostTotals::write_buffer},
          Column{"ni wait", &CostTotals::ni_wait}, Column{"exception", &CostTotals::exception},
          Column{"stolen", &CostTotals::stolen}})
        if (all.*column.cycles != 0) more.push_back(column);

    std::vector<Wait> waited;
    for (std::size_t wait = 1; wait < wait_kinds; ++wait)
        if (all.waiting[wait] != 0) waited.push_back(static_cast<Wait>(wait));

    std::string out = fmt::format("{:<8} {:>15} {:>15} {:>15} {:>12} {:>12}", "code",
                                  "instructions", "cycles", "issue", "load-use", "network");
    for (const Column &column : more) out += fmt::format(" {:>12}", column.name);
    out += fmt::format(" {:>12}", "dispatch");
    for (const Wait wait : waited) out += fmt::format(" {:>12}", cause_name(cause_of(wait)));
    out += "\n";
    const auto row = [&](const std::string &name, const CostTotals &c) {
        out += fmt::format("{:<8} {:>15} {:>15} {:>15} {:>12} {:>12}", name, c.instructions,
                           c.cycles(), c.issue, c.load_use, c.network);
        for (const Column &column : more) out += fmt::format(" {:>12}", c.*column.cycles);
        out += fmt::format(" {:>12}", c.dispatch);
        for (const Wait wait : waited)
            out += fmt::format(" {:>12}", c.waiting[static_cast<std::size_t>(wait)]);
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
    if (lost_[0] + lost_[1] != 0)
        out += fmt::format(" {} packets were lost: {} {}, {} in the network.", lost_[0] + lost_[1],
                           lost_[0], receivers, lost_[1]);
    return out + "\n";
}

json TraceTotals::lost_json() const { return {{"full", lost_[0]}, {"fault", lost_[1]}}; }

json TraceTotals::to_json(const ContextNames &names) const {
    json document = json::object();
    for (const Context context : names.all()) {
        const CostTotals &c = costs_.of(context);
        document[names.of(context)] = {{"instructions", c.instructions},
                                       {"cycles", c.cycles()},
                                       {"issue", c.issue},
                                       {"load_use", c.load_use},
                                       {"network", c.network},
                                       {"multiply", c.multiply},
                                       {"cache", c.cache},
                                       {"write_buffer", c.write_buffer},
                                       {"ni_wait", c.ni_wait},
                                       {"refused", c.refused},
                                       {"dispatches", c.dispatches},
                                       {"dispatch", c.dispatch},
                                       {"exceptions", c.exceptions},
                                       {"exception", c.exception},
                                       {"hardwired", c.hardwired},
                                       {"stolen", c.stolen}};
        for (std::size_t wait = 1; wait < wait_kinds; ++wait) {
            std::string key = cause_name(cause_of(static_cast<Wait>(wait)));
            std::replace(key.begin(), key.end(), '-', '_');
            document[names.of(context)][key] = c.waiting[wait];
        }
    }
    document["idle"] = gaps_;
    return document;
}

} // namespace inlet
