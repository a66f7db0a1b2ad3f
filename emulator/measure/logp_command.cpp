#include "measure/logp_command.h"

#include "app/columns.h"
#include "app/exit_code.h"
#include "measure/logp_model.h"
#include "measure/logp_results.h"
#include "measure/measured_program.h"

#include <fmt/format.h>
#include <inlet/disassembler.h>
#include <inlet/machine_kind.h>
#include <inlet/network_parts.h>
#include <inlet/processor.h>
#include <inlet/program.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace inlet::measure {

using namespace app;

namespace {

using json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::uint32_t most_words = 5;

constexpr std::pair<const char *, const char *> bulk_columns[] = {
    {"store", "store"},       {"pipelined_store", "pipelined"},
    {"get", "get"},           {"pipelined_get", "pipelined"},
    {"exchange", "exchange"}, {"get_and_store", "get+store"},
};

/// "12", "12.4"
std::string number(double value) {
    std::string text = fmt::format("{:.1f}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text == "-0" ? "0" : text;
}

std::string number(std::optional<double> value) { return value ? number(*value) : "-"; }

class Output {
  public:
    Output(const LogpArguments &arguments, const Job &job, const LogpResults &results)
        : arguments_(arguments), job_(job), results_(results), models_(logp_models(results)) {}

    void text() const {
        fmt::print(
            "LogP and micro-benchmarks on machine {}: {} nodes, at most {} hop{} from node 0\n"
            "All times are cycles of the program's own clock{}.\n",
            job_.config().name, results_.nodes(), results_.diameter(),
            results_.diameter() == 1 ? "" : "s",
            results_.agreeing() == results_.all().size()
                ? ", and the trace agrees with every one of them"
                : fmt::format("; the trace agrees with {} of {}", results_.agreeing(),
                              results_.all().size()));
        overheads();
        round_trips();
        distances();
        streams();
        bursts();
        bulk();
        models();
        if (arguments_.instructions) sequences();
    }

    void csv() const {
        fmt::print("what,size,peer,hops,count,cycles,cycles_each,instructions_each,trace_cycles,"
                   "messages,network_each,sent_words,received_words\n");
        for (const Measurement &m : results_.all())
            fmt::print("{},{},{},{},{},{},{:.3f},{:.3f},{},{},{:.3f},{},{}\n", m.what, m.size,
                       m.peer < 0 ? "" : std::to_string(m.peer),
                       m.peer < 0 ? "" : std::to_string(m.hops), m.count, m.cycles, m.each(),
                       m.instructions_each(), m.trace_cycles, m.flights, m.network, m.sent_words,
                       m.received_words);
    }

    void document() const {
        json out = {{"machine", job_.config().name},
                    {"nodes", results_.nodes()},
                    {"diameter", results_.diameter()},
                    {"mean_hops", results_.mean_hops()},
                    {"program", job_.image().path.string()},
                    {"trace_agrees", results_.agreeing() == results_.all().size()},
                    {"logp", json::object()},
                    {"bandwidth", json::object()},
                    {"measurements", json::array()}};
        const auto value = [](std::optional<double> v) { return v ? json(*v) : json(nullptr); };
        for (const LogpModel &m : models_)
            out["logp"][m.kind] = {{"words", m.words},
                                   {"L", m.latency},
                                   {"L_from_round_trip", m.latency_from_round_trip},
                                   {"L_per_hop", value(m.per_hop)},
                                   {"L_mean_distance", value(m.latency_mean)},
                                   {"L_diameter", value(m.latency_far)},
                                   {"o_send", m.send},
                                   {"o_recv", m.receive},
                                   {"dispatch", value(m.dispatch)},
                                   {"g", m.gap},
                                   {"P", m.nodes},
                                   {"round_trip", m.round_trip}};
        for (const auto &[what, unused] : bulk_columns) {
            const Curve curve = bandwidth(results_, what);
            out["bandwidth"][what] = {{"asymptotic_bytes_per_cycle", curve.asymptotic},
                                      {"half_at_bytes", curve.half},
                                      {"half_at_once", curve.at_once}};
        }
        for (const Measurement &m : results_.all())
            out["measurements"].push_back({{"what", m.what},
                                           {"size", m.size},
                                           {"peer", m.peer < 0 ? json(nullptr) : json(m.peer)},
                                           {"hops", m.peer < 0 ? json(nullptr) : json(m.hops)},
                                           {"count", m.count},
                                           {"cycles", m.cycles},
                                           {"instructions", m.instructions},
                                           {"trace_cycles", m.trace_cycles},
                                           {"dispatches", m.dispatches},
                                           {"messages", m.flights},
                                           {"network_each", m.network},
                                           {"sent_words", m.sent_words},
                                           {"received_words", m.received_words},
                                           {"link_cycles", m.link}});
        fmt::print("{}\n", out.dump(2));
    }

  private:
    /// "CYCLES (INSTRUCTIONS)" of one message, minus those of `without`.
    std::string cost(const char *what, std::uint32_t size,
                     const Measurement *without = nullptr) const {
        const Measurement *m = results_.find(what, size);
        if (m == nullptr) return "-";
        return fmt::format("{} ({})", m->cycles - (without ? without->cycles : 0),
                           m->instructions - (without ? without->instructions : 0));
    }

    std::vector<std::string> per_words(const std::string &title, const char *what,
                                       const Measurement *without = nullptr) const {
        std::vector<std::string> row = {title};
        for (std::uint32_t words = 0; words <= most_words; ++words)
            row.push_back(cost(what, words, without));
        return row;
    }

    std::string longest_short() const {
        return fmt::format("short handlers, {} words", results_.find("short_request", most_words)
                                                           ? most_words
                                                           : most_words - 1);
    }

    /// The row of cycles to the handler's first instruction. They count from the start of
    /// the poll, and may exceed the row above, which subtracts a poll that finds nothing (`loop`).
    std::vector<std::string> entries(const char *what, const Measurement *loop) const {
        std::vector<std::string> row = {"  of it before the handler's first instruction"};
        for (std::uint32_t words = 0; words <= most_words; ++words) {
            const Measurement *m = results_.find(what, words);
            row.push_back(m && m->to_handler ? std::to_string(*m->to_handler) : "-");
            if (m && m->to_handler &&
                static_cast<std::int64_t>(*m->to_handler) > m->cycles - (loop ? loop->cycles : 0))
                row[0] = "  from the poll's beginning to the handler's first instruction";
        }
        return row;
    }

    /// Lines about messages that cost much more than one of more words, or than one word less.
    std::string shared_work(const std::string &title, const char *what,
                            const Measurement *loop) const {
        std::vector<const Measurement *> row;
        for (std::uint32_t words = 0; words <= most_words; ++words)
            if (const Measurement *m = results_.find(what, words)) row.push_back(m);
        std::int64_t step = 0; // the most that a word costs besides
        for (std::size_t i = 0; i + 2 < row.size(); ++i)
            if (row[i + 1]->cycles <= row[i + 2]->cycles)
                step = std::max(step, row[i + 1]->cycles - row[i]->cycles);
        std::string text;
        for (std::size_t i = 0; i < row.size(); ++i) {
            constexpr std::int64_t several = 4, least = 16;
            std::int64_t excess = 0;
            if (i + 1 < row.size())
                excess = row[i]->cycles - row[i + 1]->cycles;
            else if (i != 0)
                excess = row[i]->cycles - row[i - 1]->cycles - several * step;
            if (excess > least)
                text += fmt::format("{} of {} word{}, {}: probably includes work that the library "
                                    "does once for several messages (docs/logp.md).\n",
                                    title, row[i]->size, row[i]->size == 1 ? "" : "s",
                                    cost(what, row[i]->size, loop));
        }
        return text;
    }

    static std::vector<std::string> words_header() {
        return {"words that the sender gives", "0", "1", "2", "3", "4", "5"};
    }

    void overheads() const {
        const Measurement *loop = results_.find("loop");
        fmt::print(
            "\nOverhead: cycles of the processor (instructions)\n\n{}",
            table({words_header(), per_words("am_request", "request"),
                   per_words("am_reply", "reply"), per_words("am_short_request", "short_request"),
                   per_words("to handle one, C handler", "handle", loop), entries("handle", loop),
                   per_words("to handle one, short handler", "short_handle", loop),
                   entries("short_handle", loop)}));
        const std::string more = shared_work("To handle one, C handler", "handle", loop) +
                                 shared_work("To handle one, short handler", "short_handle", loop);
        if (!more.empty()) fmt::print("\n{}", more);
        const Measurement *empty = results_.find("poll", 0);
        Rows rows = {{"am_hold and am_release", cost("hold_release", 0)},
                     {"am_poll in a hold that finds nothing", cost("poll", 0)}};
        for (const Measurement *m : results_.every("poll"))
            if (m->size != 0 && empty != nullptr)
                rows.push_back({fmt::format("for each of {} message{} that it finds", m->size,
                                            m->size == 1 ? "" : "s"),
                                number(static_cast<double>(m->cycles - empty->cycles) / m->size)});
        fmt::print("\n{}", table(rows));
    }

    void round_trips() const {
        Rows rows = {words_header()};
        for (const auto &[title, what] : {std::pair{"C handlers", "round_trip"},
                                          {"C handlers, polling", "polling_round_trip"},
                                          {"short handlers", "short_round_trip"}}) {
            rows.push_back({title});
            std::vector<std::string> way = {"  of it in the network"};
            for (std::uint32_t words = 0; words <= most_words; ++words) {
                const Measurement *m = results_.find(what, words);
                rows.back().push_back(m ? number(m->each()) : "-");
                way.push_back(m ? number(m->network * m->flights / m->count) : "-");
            }
            rows.push_back(way);
        }
        fmt::print("\nRound trip to a neighbour, request and reply of as many words\n\n{}",
                   table(rows));
    }

    void distances() const {
        Rows rows = {{"hops", "nodes", "C handlers", "short handlers", "one way in the network"}};
        for (std::uint32_t hops = 1; hops <= results_.diameter(); ++hops) {
            double am = 0, quick = 0, network = 0;
            unsigned nodes = 0;
            for (const Measurement *m : results_.every("distance"))
                if (m->hops == hops) am += m->each(), network += m->network, ++nodes;
            for (const Measurement *m : results_.every("short_distance"))
                if (m->hops == hops) quick += m->each();
            if (nodes != 0)
                rows.push_back({std::to_string(hops), std::to_string(nodes), number(am / nodes),
                                number(quick / nodes), number(network / nodes)});
        }
        fmt::print("\nRound trip of one word by distance, mean over the nodes there\n\n{}",
                   table(rows, 0));
    }

    void streams() const {
        Rows rows = {{"", "C handlers, 4 words", longest_short()}};
        for (const auto &[title, what] : {std::pair{"node 0 to one node", "to_one"},
                                          {"node 0 to two nodes in turn", "to_two"},
                                          {"node 0 to all nodes in turn", "to_all"},
                                          {"two nodes to node 0", "from_two"}})
            rows.push_back({title, number(steady(results_, what)),
                            number(steady(results_, std::string("short_") + what))});
        fmt::print("\nStreams: cycles for each message, when they are long\n\n{}", table(rows));
        const Measurement *longest = nullptr;
        for (const Measurement *m : results_.every("from_two"))
            if (!longest || m->count > longest->count) longest = m;
        if (longest && longest->kept != 0)
            fmt::print(
                "\ntwo nodes to node 0: they send faster than node 0 takes messages, and the "
                "{} kept {} of {} messages\nin its memory while a queue was full. What it "
                "keeps takes its firmware's time.\n",
                job_.config().cores.back(), longest->kept, longest->flights);
    }

    void bursts() const {
        Rows rows = {{"messages"}, {"C handlers, 4 words"}, {longest_short()}};
        for (const Measurement *m : results_.every("burst")) {
            rows[0].push_back(std::to_string(m->count));
            rows[1].push_back(number(m->each()));
        }
        for (const Measurement *m : results_.every("short_burst"))
            rows[2].push_back(number(m->each()));
        fmt::print("\nBursts to one node: cycles for each message at the sender\n\n{}",
                   table(rows));
    }

    void bulk() const {
        Rows rows = {{"bytes"}};
        for (const auto &[unused, title] : bulk_columns) rows[0].emplace_back(title);
        rows[0].insert(rows[0].end(), {"link busy", "payload"});
        for (const Measurement *first : results_.every("store")) {
            rows.push_back({std::to_string(first->size)});
            for (const auto &[what, unused] : bulk_columns) {
                const Measurement *m = results_.find(what, first->size);
                rows.back().push_back(m ? fmt::format("{:.3f}", rate(*m)) : "-");
            }
            const Measurement *stream = results_.find("pipelined_store", first->size);
            rows.back().insert(rows.back().end(), {occupancy(*stream), payload(*stream)});
        }
        if (rows.size() == 1) return;
        Rows halves = {{"", "asymptotic", "N-half"}};
        for (const auto &[what, unused] : bulk_columns) {
            const Curve curve = bandwidth(results_, what);
            std::string name(what);
            for (char &c : name)
                if (c == '_') c = ' ';
            halves.push_back(
                {name, fmt::format("{:.3f}", curve.asymptotic),
                 fmt::format("{}{:.0f} bytes", curve.at_once ? "at most " : "", curve.half)});
        }
        fmt::print(
            "\nBulk transfers to a neighbour: bytes per cycle\n\n{}\n"
            "store, get: one at a time, until it is known that all is there; pipelined: many under "
            "way "
            "together.\nexchange: each node stores into the other. link busy, payload: of "
            "pipelined stores, the share of the time in\nwhich the link carries a packet, and "
            "the data's share of the packets' words.\n\n{}",
            table(rows, 0), table(halves));
    }

    /// By the network's own numbers; "-": it reports no links.
    static std::string occupancy(const Measurement &m) {
        if (m.link == 0) return "-";
        return percent(static_cast<double>(m.link) / static_cast<double>(m.cycles));
    }
    /// "-": a block is not in the words of a packet (docs/loggp.md).
    static std::string payload(const Measurement &m) {
        const double share =
            static_cast<double>(m.size) * m.count / 4 / static_cast<double>(m.sent_words);
        return share > 1 ? "-" : percent(share);
    }
    static std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

    void models() const {
        Rows rows = {{""}, {"L, to a neighbour (deliveries in the trace)"}};
        if (results_.diameter() > results_.nearest()) {
            rows.push_back({"L, what each further hop adds"});
            rows.push_back(
                {fmt::format("L, over the mean distance of {:.2f} hops", results_.mean_hops())});
            rows.push_back({fmt::format("L, over the diameter of {} hops", results_.diameter())});
        }
        for (const char *title :
             {"L, as round trip / 2 - o_send - o_recv", "o_send", "o_recv", "g", "P"})
            rows.push_back({title});
        for (const LogpModel &m : models_) {
            std::vector<std::string> cells = {fmt::format("{}, {} words", m.title, m.words),
                                              number(m.latency)};
            if (results_.diameter() > results_.nearest())
                cells.insert(cells.end(),
                             {number(m.per_hop), number(m.latency_mean), number(m.latency_far)});
            cells.insert(cells.end(), {number(m.latency_from_round_trip), number(m.send),
                                       number(m.receive), number(m.gap), std::to_string(m.nodes)});
            for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(cells[row]);
        }
        fmt::print(
            "\nLogP, in cycles\n\n{}\n"
            "o_send: of one send. o_recv: what a message takes from the program that it "
            "interrupts. g: of a long stream to one\nnode. The L that follows from the round "
            "trip is another one than the network's: what a handler does after it has\n"
            "answered is not on the way, and the loop that waits takes some cycles to see the "
            "answer.\n",
            table(rows));
    }

    void sequences() const {
        const Disassembler disassembler(job_.image());
        const auto print = [&](const std::string &title,
                               const std::vector<InstructionEvent> &list) {
            fmt::print("\n{}\n", title);
            Rows rows;
            for (const InstructionEvent &event : list)
                rows.push_back({fmt::format("  {:08x}", event.pc), job_.image().place(event.pc),
                                disassembler.text(event), std::to_string(event.cost.total())});
            fmt::print("{}", table(rows, 3));
        };
        fmt::print("\nInstructions, with the two of the clock's call, and cycles of each\n");
        for (const auto &[title, what, size] :
             {std::tuple{"am_request_1", "request", 1u},
              {"am_short_request_1", "short_request", 1u},
              {"am_poll in a hold that finds nothing", "poll", 0u}})
            if (const Measurement *m = results_.find(what, size)) print(title, m->main);
        for (const auto &[title, what] : {std::pair{"a C handler of one word", "handle"},
                                          {"a short handler of one word", "short_handle"}})
            if (const Measurement *m = results_.find(what, 1))
                print(fmt::format("{}, after {} cycles of dispatch", title, m->dispatch),
                      m->handlers);
    }

    const LogpArguments &arguments_;
    const Job &job_;
    const LogpResults &results_;
    const std::vector<LogpModel> models_;
};

/// The name of the program in examples/logp/build: the kind, or the machine if its compiler has two
/// ways to send.
std::string program_of(const MachineConfig &machine) {
    const KindFacts &kind = facts_of(machine);
    if (!kind.ways_out || kind.compiler_option) return machine.kind;
    return std::string(facts_of(kind.processor).machines[sends_by_instructions(machine)].name);
}

} // namespace

int logp(const LogpArguments &arguments) {
    JobArguments job_arguments = arguments.job;
    const MachineConfig machine = machine_with(job_arguments.machine, job_arguments.set);
    const Processor processor = facts_of(machine).processor;
    if (!std::string_view(compiler_of(processor, machine.kind)).ends_with("-clang"))
        throw UserError(fmt::format("machine {} has no compiler, hence no program for "
                                    "'inlet logp': 'inlet reproduce {}' has its numbers",
                                    machine.name, machine.kind));
    job_arguments.program =
        measured_program(arguments.programs, "logp", program_of(machine)).string();
    const Job job(job_arguments);
    if (job.nodes() - io_nodes_of(job.config()) < 2) // the program says no more than that
        throw UserError(fmt::format("logp: needs at least 2 nodes{}: write --nodes 16",
                                    arguments.job.nodes == 0
                                        ? fmt::format(", and {} has 1 by default", machine.name)
                                        : ""));
    const LogpResults results(job);
    const Output output(arguments, job, results);
    if (arguments.json)
        output.document();
    else if (arguments.csv)
        output.csv();
    else
        output.text();
    return success;
}

} // namespace inlet::measure
