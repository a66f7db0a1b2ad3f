#include "report/sections.h"

#include "analysis/event_names.h"
#include "inlet/cost_totals.h"
#include "inlet/disassembler.h"
#include "inlet/suggest.h"
#include "ni/interface_text.h"
#include "report/mpi_table.h"
#include "report/section_parts.h"
#include "report/traffic_sections.h"
#include "report/trip_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace inlet {

namespace {

using Column = Table::Column;
using Row = std::vector<Cell>;

/// Rows that a table omits by default.
struct Hidden {
    std::uint64_t rows = 0, cycles = 0;

    void note(const char *what, Table &table) const {
        if (rows != 0)
            table.notes.push_back(fmt::format("Without {} {} of the runtime, {} cycles (--runtime "
                                              "shows them).",
                                              rows, what, cycles));
    }
};

Table functions(const Findings &f) {
    Table table{.name = "functions", .title = "Functions, by cycles of their own"};
    table.columns = {{"cycles"},         {"percent"}, {"inclusive"},           {"instructions"},
                     {"messages", true}, {"calls"},   Column::text("function")};
    const CallTree &tree = f.profile.tree();
    std::vector<CallTree::Costs> self(tree.functions().size());
    for (const CallTree::Way &way : tree.ways()) self[way.function] += way.self;
    const auto inclusive = tree.inclusive();
    const auto calls = tree.calls();
    std::vector<bool> hidden(self.size());
    if (!f.runtime)
        for (const Profile::Line &line : f.profile.lines())
            if (is_of_runtime(line.pc, f.names)) hidden[f.profile.functions().of(line.pc)] = true;
    if (!f.runtime)
        for (const auto &[key, handler] : f.profile.handlers())
            if (is_of_runtime(key.address, f.names))
                hidden[f.profile.functions().of(key.address)] = true;
    Hidden left;
    std::vector<std::uint32_t> order;
    for (std::uint32_t n = 0; n < self.size(); ++n) {
        if (calls[n] == 0 && self[n] == CallTree::Costs{}) continue;
        if (!hidden[n]) {
            order.push_back(n);
            continue;
        }
        ++left.rows;
        left.cycles += self[n].cycles;
    }
    keep_most(
        order, [&](std::uint32_t n) { return self[n].cycles; }, f.most, table);
    const std::uint64_t all = f.profile.cycles();
    for (const std::uint32_t n : order)
        table.rows.push_back({self[n].cycles, percent(self[n].cycles, all), inclusive[n].cycles,
                              self[n].instructions, self[n].messages, calls[n],
                              tree.functions().name(n)});
    left.note("functions", table);
    table.notes.push_back(
        "inclusive: with what it called. (dispatch): into handlers; (waiting ...): "
        "cycles that the caller waits; (idle): cycles after exit without a message.");
    return table;
}

Table instructions(const Findings &f) {
    Table table{.name = "instructions", .title = "Instructions of the program, by cycles"};
    table.columns = {{"cycles"}, {"percent"}, {"executions"}};
    for (const Cause cause : instruction_causes)
        table.columns.push_back({facts_of(cause).key, cause != Cause::issue});
    table.columns.insert(table.columns.end(),
                         {Column{"waiting", true}, Column{"refused", true}, Column::text("pc"),
                          Column::text("place"), Column::text("instruction")});
    const Disassembler disassembler(f.names, {true, true});
    std::vector<const Profile::Line *> order;
    Hidden left;
    for (const Profile::Line &line : f.profile.lines()) {
        if (f.runtime || !is_of_runtime(line.pc, f.names)) {
            order.push_back(&line);
            continue;
        }
        ++left.rows;
        left.cycles += line.all_cycles();
    }
    std::sort(order.begin(), order.end(), [](const Profile::Line *a, const Profile::Line *b) {
        return std::tuple(a->pc, a->word) < std::tuple(b->pc, b->word);
    });
    keep_most(
        order, [](const Profile::Line *line) { return line->all_cycles(); }, f.most, table);
    const std::uint64_t all = f.profile.cycles();
    for (const Profile::Line *line : order) {
        Row row = {line->all_cycles(), percent(line->all_cycles(), all), line->executions()};
        for (const Cause cause : instruction_causes)
            row.emplace_back(line->by_cause[static_cast<std::size_t>(cause)]);
        row.insert(row.end(), {line->waiting(), line->refused, fmt::format("{:08x}", line->pc),
                               f.names.place(line->pc), disassembler.text(line->pc, line->word)});
        table.rows.push_back(std::move(row));
    }
    left.note("instructions", table);
    return table;
}

Table handlers(const Findings &f) {
    Table table{.name = "handlers", .title = "Handlers, by cycles with their dispatches"};
    table.columns = {
        {"cycles"},          {"percent"},           {"dispatches"},         {"messages"},
        {"dispatch_cycles"}, {"instructions"},      {"cycles_each"},        {"sent", true},
        {"refused", true},   Column::text("level"), Column::text("handler")};
    std::vector<std::pair<Profile::HandlerKey, Profile::Handler>> order(
        f.profile.handlers().begin(), f.profile.handlers().end());
    const auto cost = [](const auto &entry) { return entry.second.cycles + entry.second.dispatch; };
    Hidden left;
    std::erase_if(order, [&](const auto &entry) {
        if (f.runtime || !is_of_runtime(entry.first.address, f.names)) return false;
        ++left.rows;
        left.cycles += cost(entry);
        return true;
    });
    keep_most(order, cost, f.most, table);
    left.note("handlers", table);
    for (const auto &entry : order) {
        const auto &[key, handler] = entry;
        table.rows.push_back(
            {cost(entry), percent(cost(entry), f.profile.cycles()), handler.dispatches,
             handler.messages, handler.dispatch, handler.instructions,
             static_cast<double>(cost(entry)) / static_cast<double>(handler.dispatches),
             handler.sent, handler.refused, f.names.contexts.of(key.level),
             handler_name(key.address, f.names)});
    }
    return table;
}

Table mnemonics(const Findings &f) {
    Table table{.name = "mnemonics", .title = "Kinds of instructions, by executions"};
    table.columns = {
        {"executions"}, {"percent"}, {"cycles"}, {"cycles_each"}, Column::text("instruction")};
    struct Sum {
        std::uint64_t executions = 0, cycles = 0;
    };
    std::map<std::string, Sum> sums;
    std::uint64_t all = 0;
    for (const Profile::Line &line : f.profile.lines()) {
        Sum &sum = sums[mnemonic(line.word, f.names.processor)];
        sum.executions += line.executions();
        sum.cycles += line.all_cycles();
        all += line.executions();
    }
    std::vector<std::pair<std::string, Sum>> order(sums.begin(), sums.end());
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) {
        return a.second.executions > b.second.executions;
    });
    for (const auto &[name, sum] : order)
        table.rows.push_back({sum.executions, percent(sum.executions, all), sum.cycles,
                              static_cast<double>(sum.cycles) / static_cast<double>(sum.executions),
                              name});
    return table;
}

Table by_cause(const Findings &f) {
    Table table{.name = "causes", .title = "Cycles of all nodes, by cause"};
    table.columns = {{"cycles"}, {"percent"}};
    for (const Context context : f.names.contexts.all())
        table.columns.push_back({f.names.contexts.of(context)});
    table.columns.push_back(Column::text("cause"));
    const auto &contexts = f.profile.by_context();
    const std::uint64_t all = f.profile.cycles();
    std::array<std::uint64_t, 3> by_context{};
    const auto row = [&](std::uint64_t cycles, double share,
                         const std::array<std::uint64_t, 3> &each, const char *what) {
        Row cells = {cycles, share};
        for (const Context context : f.names.contexts.all())
            cells.emplace_back(each[static_cast<std::size_t>(context)]);
        cells.emplace_back(what);
        table.rows.push_back(std::move(cells));
    };
    std::uint64_t total = 0;
    for (std::size_t cause = 0; cause < causes; ++cause) {
        const std::array each = {contexts[0][cause], contexts[1][cause], contexts[2][cause]};
        const std::uint64_t sum = each[0] + each[1] + each[2];
        if (sum == 0) continue;
        row(sum, percent(sum, all), each, cause_name(static_cast<Cause>(cause)));
        total += sum;
        for (std::size_t c = 0; c < each.size(); ++c) by_context[c] += each[c];
    }
    row(total, 100.0, by_context, "all");
    std::uint64_t refused = 0;
    for (const Profile::Node &node : f.profile.by_node()) refused += node.refused_cycles;
    if (refused != 0) table.notes.push_back(fmt::format("{} were refused SENDs.", refused));
    table.notes.push_back("'inlet explain CAUSE' tells what a cause is.");
    return table;
}

/// The percentile by nearest rank.
std::uint64_t rank(const std::vector<std::uint64_t> &sorted, unsigned of_hundred) {
    const std::size_t n = (sorted.size() * of_hundred + 99) / 100;
    return sorted[n == 0 ? 0 : n - 1];
}

Table latency(const Findings &f) {
    Table table{.name = "latency", .title = "Messages, by handler: cycles"};
    table.columns = {Column::text("handler"),
                     Column::text("level"),
                     Column::text("time"),
                     {"messages"},
                     {"min"},
                     {"median"},
                     {"p90"},
                     {"max"},
                     {"mean"}};
    static constexpr std::array times = {"network", "hindered", "queue", "age", "handler"};
    struct Measured {
        std::array<std::vector<std::uint64_t>, times.size()> values;
    };
    std::map<Profile::HandlerKey, Measured> by_handler;
    for (const MessageRecord *m : f.log.all()) {
        if (!m->injected || !m->arrived || !m->dispatched) continue;
        auto &values = by_handler[{m->handler, m->level}].values;
        const auto add = [&](std::size_t what, std::uint64_t from, std::uint64_t to) {
            values[what].push_back(to > from ? to - from : 0);
        };
        add(0, *m->injected, *m->arrived);
        const std::uint64_t alone = m->multicast ? 0
                                                 : f.traffic.unhindered(m->id.source, m->place(),
                                                                        m->words + m->vector_words);
        if (alone != 0) add(1, alone, *m->arrived - *m->injected);
        add(2, *m->arrived, *m->dispatched);
        add(3, *m->injected, *m->dispatched);
        if (m->returned) add(4, *m->dispatched, *m->returned);
    }
    for (auto &[key, measured] : by_handler) {
        for (std::size_t what = 0; what < times.size(); ++what) {
            auto &values = measured.values[what];
            if (values.empty()) continue;
            std::sort(values.begin(), values.end());
            const std::uint64_t sum =
                std::accumulate(values.begin(), values.end(), std::uint64_t{0});
            table.rows.push_back(
                {handler_name(key.address, f.names), f.names.contexts.of(key.level), times[what],
                 std::uint64_t{values.size()}, values.front(), rank(values, 50), rank(values, 90),
                 values.back(), static_cast<double>(sum) / static_cast<double>(values.size())});
        }
    }
    const bool hindered = std::ranges::any_of(
        table.rows, [](const Row &row) { return std::get<std::string>(row[2]) == times[1]; });
    const std::string legend =
        called_by_software(f.names.contexts)
            ? "network: sent to arrival; {}queue: arrival to the handler's begin;\n"
              "age: sent to the handler's begin; handler: its begin to its end."
            : "network: SEND accepted to arrival; {}queue: arrival to dispatch;\n"
              "age: SEND accepted to dispatch; handler: dispatch to HRET. Of a multicast: the last "
              "node's.";
    table.notes.push_back(fmt::format(
        fmt::runtime(legend), hindered ? "hindered: how much of it other messages caused; " : ""));
    return table;
}

Table utilisation(const Findings &f) {
    Table table{.name = "utilisation", .title = "Nodes: percent of their cycles"};
    table.columns = {{"node"}, {"cycles"}};
    for (const Context context : f.names.contexts.all())
        table.columns.push_back({f.names.contexts.of(context)});
    for (const Column &column :
         {Column{"dispatch"}, Column{"exceptions", true}, Column{"stolen", true}, Column{"idle"},
          Column{"unrecorded", true}})
        table.columns.push_back(column);
    for (std::size_t wait = 1; wait < wait_kinds; ++wait)
        table.columns.push_back({facts_of(cause_of(static_cast<Wait>(wait))).key, true});
    table.columns.push_back({"refused", true});
    const auto &nodes = f.profile.by_node();
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        const Profile::Node &node = nodes[n];
        const auto part = [&](Cause cause) {
            return node.by_cause[static_cast<std::size_t>(cause)];
        };
        const std::uint64_t all =
            std::accumulate(node.by_cause.begin(), node.by_cause.end(), std::uint64_t{0});
        Row row = {std::uint64_t{n}, all};
        for (const Context context : f.names.contexts.all())
            row.emplace_back(percent(node.cycles[static_cast<std::size_t>(context)], all));
        for (const std::uint64_t cycles :
             {part(Cause::dispatch), node.exceptions, part(Cause::stolen), part(Cause::idle),
              part(Cause::unrecorded)})
            row.emplace_back(percent(cycles, all));
        for (std::size_t wait = 1; wait < wait_kinds; ++wait)
            row.emplace_back(percent(part(cause_of(static_cast<Wait>(wait))), all));
        row.emplace_back(percent(node.refused_cycles, all));
        table.rows.push_back(std::move(row));
    }
    std::vector<std::string> contexts;
    for (const Context context : f.names.contexts.all())
        contexts.push_back(f.names.contexts.of(context));
    const std::string last = std::move(contexts.back());
    contexts.pop_back();
    const bool refused = std::ranges::any_of(
        nodes, [](const Profile::Node &node) { return node.refused_cycles != 0; });
    table.notes.push_back(
        fmt::format("{} and {}: without waiting. {}", fmt::join(contexts, ", "), last,
                    refused ? "All columns but refused add up to 100. refused: SENDs that the "
                              "network did not take, part of wait_room."
                            : "All columns add up to 100."));
    return table;
}

Table nodes(const Findings &f) {
    Table table{.name = "nodes", .title = "Nodes"};
    table.columns = {{"node"},
                     {"cycles"},
                     {"instructions"},
                     {"messages_sent"},
                     {"messages_received"},
                     {"cycles_waiting"},
                     {"cycles_waiting_loops"},
                     {"cycles_waiting_room"},
                     {"cycles_waiting_exited"},
                     {"exited"},
                     {"status"}};
    for (std::size_t n = 0; n < f.nodes.size(); ++n) {
        const NodeSummary &node = f.nodes[n];
        table.rows.push_back({std::uint64_t{n}, node.cycles, node.instructions, node.messages_sent,
                              node.messages_received, node.cycles_waiting, node.cycles_looping(),
                              node.cycles_refused, node.cycles_idle, std::uint64_t{node.exited},
                              node.exited ? Cell{std::uint64_t{node.status}} : Cell{}});
    }
    return table;
}

Table categories(const Findings &f) {
    Table table{.name = "categories", .title = "Parts of the code that the program names"};
    table.columns = {{"instructions"},
                     {"memory_accesses"},
                     {"cycles"},
                     {"percent"},
                     {"times"},
                     {"instructions_each"},
                     {"memory_accesses_each"},
                     {"cycles_each"},
                     Column::text("level"),
                     Column::text("category")};
    const std::uint64_t all = f.profile.cycles();
    const auto each = [](std::uint64_t sum, std::uint64_t times) {
        return times == 0 ? Cell{} : Cell{static_cast<double>(sum) / static_cast<double>(times)};
    };
    const bool ran = std::ranges::any_of(f.categories.sums(), [](const auto &one) {
        return one.first.name != Categories::elsewhere;
    });
    for (const auto &[key, sum] : f.categories.sums()) {
        if (!ran) break;
        table.rows.push_back(
            {sum.instructions, sum.memory_accesses, sum.cycles, percent(sum.cycles, all), sum.times,
             each(sum.instructions, sum.times), each(sum.memory_accesses, sum.times),
             each(sum.cycles, sum.times), f.names.contexts.of(key.level), key.name});
    }
    if (!f.categories.any())
        table.notes.emplace_back(
            "The program names none: xnet_trace_begin(\"name\") of <xnet_trace.h>.");
    else if (!ran)
        table.notes.emplace_back("None of them was executed.");
    return table;
}

Table polls(const Findings &f) {
    Table table = f.polls.table(f.names, f.most);
    if (table.rows.empty() && interrupts_kernel(f.names))
        table.notes = {"This machine has none: messages interrupt, or a poll that finds none looks "
                       "at the node's memory only."};
    return table;
}

Table mpi(const Findings &f) {
    const MpiCalls none(f.names);
    return mpi_table(f.mpi ? *f.mpi : none, f.names, static_cast<std::uint32_t>(f.nodes.size()),
                     f.most);
}

Table events(const Findings &f) { return f.events.table(f.names, f.traffic.wiring()); }

Table trip_parts_table(const Findings &f) {
    Table table{.name = "parts", .title = "Round trips of packets, by parts"};
    table.columns = {Column::text("part"), {"request"}, {"reply"},
                     {"cycles"},           {"percent"}, {"each"}};
    std::array<AdapterTrip::Parts, 2> sums{};
    std::uint64_t all = 0;
    const std::vector<AdapterTrip> none;
    const std::vector<AdapterTrip> &trips = f.trips ? *f.trips : none;
    for (const AdapterTrip &trip : trips) {
        all += trip.cycles();
        for (std::size_t way = 0; way < 2; ++way)
            for (std::size_t part = 0; part < trip_parts; ++part)
                sums.at(way).at(part) += trip.way.at(way).at(part);
    }
    const auto count = static_cast<double>(std::max<std::size_t>(trips.size(), 1));
    const auto row = [&](const char *name, std::uint64_t request, std::uint64_t reply) {
        table.rows.push_back({name, request, reply, request + reply, percent(request + reply, all),
                              static_cast<double>(request + reply) / count});
    };
    const auto names = interface_text(f.names).trip_parts();
    std::array<std::uint64_t, 2> total{};
    for (std::size_t part = 0; part < trip_parts; ++part) {
        const std::uint64_t request = sums[0].at(part), reply = sums[1].at(part);
        total[0] += request;
        total[1] += reply;
        if (request + reply != 0) row(names[part], request, reply);
    }
    if (total[0] + total[1] != all)
        throw std::logic_error("the parts of a round trip do not add up");
    row("round trip", total[0], total[1]);
    if (trips.empty())
        table.notes.emplace_back("There is none: no packet that was answered by its receiver's "
                                 "next one, with no other packet in between.");
    else
        table.notes.push_back(fmt::format(
            "{} round trip{}, from a packet's handing over to the adapter until its sender hands "
            "the next one\nover; no other packet comes in between. request: until the receiver "
            "has handed its reply over.",
            trips.size(), trips.size() == 1 ? "" : "s"));
    return table;
}

struct Section {
    const char *name;
    Table (*make)(const Findings &);
};
constexpr Section sections[] = {{"nodes", nodes},         {"causes", by_cause},
                                {"functions", functions}, {"instructions", instructions},
                                {"handlers", handlers},   {"mnemonics", mnemonics},
                                {"latency", latency},     {"utilisation", utilisation},
                                {"links", links_table},   {"queues", queues_table},
                                {"matrix", matrix_table}, {"categories", categories},
                                {"polls", polls},         {"mpi", mpi},
                                {"events", events},       {"parts", trip_parts_table}};

} // namespace

std::vector<std::string> section_names() {
    std::vector<std::string> names;
    for (const Section &section : sections) names.emplace_back(section.name);
    return names;
}

UserError no_section(const std::string &name, const std::vector<std::string> &known) {
    return UserError(fmt::format("there is no section '{}'{} (there are {})", name,
                                 did_you_mean(name, known), fmt::join(known, ", ")));
}

Table section(const std::string &name, const Findings &findings) {
    for (const Section &section : sections)
        if (name == section.name) return section.make(findings);
    throw std::logic_error("no section " + name);
}

} // namespace inlet
