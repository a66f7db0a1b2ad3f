// Running and reporting (inlet/ncube2.h).
#include "inlet/config.h"
#include "inlet/ncube2.h"
#include "ncube2/config.h"
#include "ncube2/machine.h"
#include "ncube2/recording.h"

#include <fmt/format.h>
#include <map>
#include <optional>

namespace inlet::ncube2 {

namespace {

std::string table_of(const Result &result) {
    std::string text =
        fmt::format("{:>5} {:>12} {:>12} {:>12} {:>7} {:>9} {:>10} {:>12}\n", "node", "cycles",
                    "instructions", "waiting", "sent", "received", "interrupts", "deepest stack");
    for (std::size_t n = 0; n < result.nodes.size(); ++n) {
        const NodeResult &node = result.nodes[n];
        text += fmt::format("{:>5} {:>12} {:>12} {:>12} {:>7} {:>9} {:>10} {:>13}\n", n,
                            node.cycles, node.instructions, node.waiting, node.sent, node.received,
                            node.interrupts, node.deepest_stack);
    }
    return text;
}

std::string cost_text(const ncube::Cost &cost) {
    std::string text = fmt::format("{:>4} = {} base", cost.cycles(), cost.base);
    if (cost.memory)
        text += fmt::format(" + {} memory ({} access{})", cost.memory, cost.accesses,
                            cost.accesses == 1 ? "" : "es");
    if (cost.stall) text += fmt::format(" + {} prefetch", cost.stall);
    if (cost.unit) text += fmt::format(" + {} unit", cost.unit);
    return text;
}

/// Instructions of a processor, with the sums of each context.
class Listing {
  public:
    explicit Listing(const Recorded &recorded) : recorded_(recorded) {}

    void add(const Record &record) {
        std::string what, place;
        if (record.kind == Record::Kind::interrupt) {
            what = fmt::format("(interrupt {})", record.value);
            place = "entry";
        } else {
            what = text_of(recorded_.texts, record.pc);
            place = text_of(recorded_.places, record.pc);
        }
        text_ += fmt::format("  {:>9}  {:<7}  {:<28}  {:<34}  {}\n", record.cycle,
                             context_name(record.context), place, what, cost_text(record.cost));
        ncube::Cost &sum = sums_[record.context];
        sum.accesses += record.cost.accesses;
        sum.base += record.cost.base;
        sum.memory += record.cost.memory;
        sum.stall += record.cost.stall;
        sum.unit += record.cost.unit;
        ++counts_[record.context];
    }
    std::string finish() const {
        std::string text = text_;
        for (const auto &[context, sum] : sums_)
            text += fmt::format("  {:<7} {:>3} instructions  {}\n", context_name(context),
                                counts_.at(context), cost_text(sum));
        return text;
    }

  private:
    static std::string text_of(const std::map<std::uint32_t, std::string> &texts,
                               std::uint32_t pc) {
        const auto found = texts.find(pc);
        return found == texts.end() ? fmt::format("{:#x}", pc) : found->second;
    }

    const Recorded &recorded_;
    std::string text_;
    std::map<Context, ncube::Cost> sums_;
    std::map<Context, unsigned> counts_;
};

std::string path_text(const net::PathEvent &event) {
    using Kind = net::PathEvent::Kind;
    switch (event.kind) {
    case Kind::asks: return "the head asks for its first link";
    case Kind::takes:
        return fmt::format("it takes link dim{} of node {}", event.dimension, event.router);
    case Kind::arrives: return fmt::format("the head is at node {}", event.router);
    case Kind::flows: return "the input channel is armed: the message flows";
    case Kind::leaves: return "all of it has left: the output channel is ready";
    case Kind::delivered:
        return fmt::format("it is in the memory of node {}: the input channel is ready",
                           event.router);
    }
    return "";
}

} // namespace

Outcome run(const Request &request, const std::function<void(const std::string &)> &print) {
    const Config config = load(request.machine, request.set);
    const Program program = Program::read(request.program, config.memory_bytes);
    Options options;
    options.nodes = request.nodes;
    options.jitter = request.jitter;
    options.max_cycles = request.max_cycles;
    options.lock_step = request.lock_step;
    options.skip_waits = request.skip_waits;
    options.check_dma = request.check_dma;
    options.print = print;
    Machine machine(config, program, options);
    std::optional<Recording> recording;
    if (!request.trace.empty()) {
        recording.emplace(program);
        machine.watch(&*recording);
        machine.watch_paths(&*recording);
    }
    const Result result = machine.run();
    if (recording) recording->write(request.trace);
    Outcome outcome;
    outcome.ending = static_cast<RunEnding>(result.ending);
    outcome.nodes = static_cast<std::uint32_t>(result.nodes.size());
    outcome.status = result.status;
    outcome.cycles = result.cycles;
    for (const NodeResult &node : result.nodes) {
        outcome.instructions += node.instructions;
        outcome.messages += node.sent;
    }
    outcome.message_hash = result.message_hash;
    outcome.message = result.message;
    outcome.table = table_of(result);
    return outcome;
}

std::string report(const std::string &trace, const std::string &message) {
    const Recorded recorded = Recorded::read(trace);
    std::uint32_t source = 0, number = 0;
    if (!message.empty()) {
        const std::size_t colon = message.find(':');
        try {
            source = static_cast<std::uint32_t>(std::stoul(message.substr(0, colon)));
            number = static_cast<std::uint32_t>(std::stoul(message.substr(colon + 1)));
        } catch (const std::exception &) {
            throw UserError("--message " + message + ": write SRC:NUM, for example 0:1");
        }
    } else {
        for (const Record &record : recorded.records)
            if (record.kind == Record::Kind::sent) {
                source = record.node;
                number = record.value;
                break;
            }
    }
    const Journey found = journey(recorded.records, source, number);
    if (found.send.empty())
        throw UserError(trace + ": the trace has no message " + std::to_string(number) +
                        " of node " + std::to_string(source));
    std::string text =
        fmt::format("message {} of node {}\n\nnode {}, the sender\n", number, source, source);
    Listing send(recorded), receive(recorded);
    for (const Record *record : found.send) send.add(*record);
    text += send.finish() + "\nthe network\n";
    for (const Record *record : found.path)
        text += fmt::format("  {:>9}  {}\n", record->cycle, path_text(record->path));
    if (found.receive.empty()) return text;
    text += fmt::format("\nnode {}, the receiver\n", found.receive.front()->node);
    for (const Record *record : found.receive) receive.add(*record);
    return text + receive.finish();
}

} // namespace inlet::ncube2
