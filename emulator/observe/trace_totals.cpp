#include "observe/trace_totals.h"

#include "observe/trip_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet {

using nlohmann::json;

void TraceTotals::Causes::add(const Causes &other) {
    instructions += other.instructions;
    refused += other.refused;
    issue += other.issue;
    load_use += other.load_use;
    network += other.network;
    multiply += other.multiply;
    cache += other.cache;
    write_buffer += other.write_buffer;
    dispatches += other.dispatches;
    dispatch += other.dispatch;
    exceptions += other.exceptions;
    exception += other.exception;
    hardwired += other.hardwired;
    stolen += other.stolen;
}

void TraceTotals::instruction(const InstructionEvent &event) {
    Causes &causes = contexts_[static_cast<std::size_t>(event.context)];
    ++causes.instructions;
    causes.issue += event.cost.issue;
    causes.load_use += event.cost.load_use;
    causes.network += event.cost.network;
    causes.multiply += event.cost.multiply;
    causes.cache += event.cost.cache;
    causes.write_buffer += event.cost.write_buffer;
    NodeSummary &node = nodes_[event.node];
    ++node.instructions;
    if (event.cycle > node.cycles) { // parked: exited and without a message
        gaps_ += event.cycle - node.cycles;
        node.cycles_waiting += event.cycle - node.cycles;
    }
    node.cycles = event.cycle + event.cost.total();
    if (event.waiting) {
        causes.refused += event.cost.total();
        node.cycles_waiting += event.cost.total();
    }
}

void TraceTotals::event(const MessageEvent &event) {
    NodeSummary &node = nodes_[event.node];
    switch (event.kind) {
    case EventKind::inject: ++node.messages_sent; break;
    case EventKind::dispatch: {
        Causes &causes = contexts_[static_cast<std::size_t>(event.context)];
        ++causes.dispatches;
        causes.dispatch += event.value;
        if (event.message.number != 0) ++node.messages_received;
        if (event.cycle > node.cycles) {
            gaps_ += event.cycle - node.cycles;
            node.cycles_waiting += event.cycle - node.cycles;
        }
        node.cycles = event.cycle + event.value;
        break;
    }
    case EventKind::exception: {
        Causes &causes = contexts_[static_cast<std::size_t>(event.context)];
        ++causes.exceptions;
        causes.exception += event.value;
        node.cycles = event.cycle + event.value;
        break;
    }
    case EventKind::hardwired: {
        Causes &causes = contexts_[static_cast<std::size_t>(event.context)];
        ++causes.hardwired;
        causes.stolen += event.value;
        ++node.messages_received;
        if (event.cycle > node.cycles) {
            gaps_ += event.cycle - node.cycles;
            node.cycles_waiting += event.cycle - node.cycles;
        }
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
    case EventKind::console: break;
    }
}

std::vector<NodeSummary> TraceTotals::nodes() const { return nodes_; }

std::string TraceTotals::text() const {
    Causes all;
    for (const Causes &c : contexts_) all.add(c);
    struct Column {
        const char *name;
        std::uint64_t Causes::*cycles;
    };
    // Not every machine has them.
    std::vector<Column> more;
    for (const Column &column :
         {Column{"multiply", &Causes::multiply}, Column{"cache", &Causes::cache},
          Column{"write buffer", &Causes::write_buffer}, Column{"exception", &Causes::exception},
          Column{"stolen", &Causes::stolen}})
        if (all.*column.cycles != 0) more.push_back(column);

    std::string out = fmt::format("{:<8} {:>15} {:>15} {:>15} {:>12} {:>12}", "code",
                                  "instructions", "cycles", "issue", "load-use", "network");
    for (const Column &column : more) out += fmt::format(" {:>12}", column.name);
    out += fmt::format(" {:>12}\n", "dispatch");
    const auto row = [&](const char *name, const Causes &c) {
        out += fmt::format("{:<8} {:>15} {:>15} {:>15} {:>12} {:>12}", name, c.instructions,
                           c.cycles(), c.issue, c.load_use, c.network);
        for (const Column &column : more) out += fmt::format(" {:>12}", c.*column.cycles);
        out += fmt::format(" {:>12}\n", c.dispatch);
    };
    for (std::size_t i = 0; i < contexts_.size(); ++i)
        row(context_name(static_cast<Context>(i)), contexts_[i]);
    row("all", all);
    out += fmt::format("{} dispatches.", all.dispatches);
    if (all.exceptions != 0) out += fmt::format(" {} exceptions.", all.exceptions);
    if (all.hardwired != 0)
        out += fmt::format(" {} messages to hard-wired handlers.", all.hardwired);
    if (all.refused != 0)
        out += fmt::format(" Of these cycles, {} were refused SENDs.", all.refused);
    if (gaps_ != 0)
        out += fmt::format(" For {} cycles more, nodes had exited and were idle.", gaps_);
    return out + "\n";
}

json TraceTotals::to_json() const {
    json document = json::object();
    for (std::size_t i = 0; i < contexts_.size(); ++i) {
        const Causes &c = contexts_[i];
        document[context_name(static_cast<Context>(i))] = {{"instructions", c.instructions},
                                                           {"cycles", c.cycles()},
                                                           {"issue", c.issue},
                                                           {"load_use", c.load_use},
                                                           {"network", c.network},
                                                           {"multiply", c.multiply},
                                                           {"cache", c.cache},
                                                           {"write_buffer", c.write_buffer},
                                                           {"refused", c.refused},
                                                           {"dispatches", c.dispatches},
                                                           {"dispatch", c.dispatch},
                                                           {"exceptions", c.exceptions},
                                                           {"exception", c.exception},
                                                           {"hardwired", c.hardwired},
                                                           {"stolen", c.stolen}};
    }
    document["idle"] = gaps_;
    return document;
}

} // namespace inlet
