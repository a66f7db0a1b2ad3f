// Compares two runs.
#include "analysis/profile.h"
#include "analysis/wait_finder.h"
#include "inlet/inspect.h"
#include "report/run_line.h"
#include "report/sections.h"
#include "report/trip_lines.h"
#include "trace/recording.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace inlet {

namespace {

struct Run {
    Run(const std::filesystem::path &trace, const std::vector<std::string> &only)
        : recording(trace, {}, only),
          profile(recording.names(), {recording.names().processor, recording.header()}) {
        read_waits(recording, profile);
        profile.end(recording.end());
        for (std::uint32_t n = 0; n < profile.nodes(); ++n)
            cycles = std::max(cycles, profile.clock(n));
    }
    Recording recording;
    Profile profile;
    std::uint64_t cycles = 0; ///< largest clock
};

/// The values of both runs, by name.
using Pairs = std::map<std::string, std::array<std::uint64_t, 2>>;

Table table_of(const char *name, const char *title, const char *what, const Pairs &pairs,
               std::size_t most, bool sorted) {
    Table table{.name = name, .title = title};
    table.columns = {{"before"}, {"after"}, {"difference"}, {"percent"}, Table::Column::text(what)};
    std::vector<std::pair<std::string, std::array<std::uint64_t, 2>>> order(pairs.begin(),
                                                                            pairs.end());
    const auto change = [](const auto &entry) {
        const auto &[before, after] = entry.second;
        return before > after ? before - after : after - before;
    };
    if (sorted)
        std::stable_sort(order.begin(), order.end(),
                         [&](const auto &a, const auto &b) { return change(a) > change(b); });
    for (const auto &entry : order) {
        const auto &[before, after] = entry.second;
        if (before == 0 && after == 0) continue;
        if (sorted && change(entry) == 0) continue;
        if (most != 0 && table.rows.size() >= most) {
            table.notes.emplace_back("... and more that changed less");
            break;
        }
        table.rows.push_back(
            {before, after, static_cast<std::int64_t>(after - before),
             before == 0
                 ? Cell{}
                 : Cell{100.0 * (static_cast<double>(after) / static_cast<double>(before) - 1)},
             entry.first});
    }
    if (table.rows.empty()) table.notes.emplace_back("No difference.");
    return table;
}

std::uint64_t sum(const Run &run, std::uint64_t Profile::Node::*member) {
    std::uint64_t sum = 0;
    for (const Profile::Node &node : run.profile.by_node()) sum += node.*member;
    return sum;
}

} // namespace

Inspection difference(const DiffOptions &options) {
    const std::vector<std::string> known = {"totals", "causes", "functions", "handlers",
                                            "settings"};
    if (!options.section.empty() &&
        std::find(known.begin(), known.end(), options.section) == known.end())
        throw no_section(options.section, known);
    Run runs[] = {Run(options.before, options.only), Run(options.after, options.only)};
    Pairs totals, causes_of, functions, handlers;
    for (std::size_t i = 0; i < 2; ++i) {
        Run &run = runs[i];
        totals["1 cycles until the end"][i] = run.cycles;
        totals["2 cycles of all nodes"][i] = run.profile.cycles();
        totals["3 instructions"][i] = sum(run, &Profile::Node::instructions);
        totals["4 messages sent"][i] = sum(run, &Profile::Node::sent);
        totals["5 messages handled"][i] = sum(run, &Profile::Node::handled);
        totals["6 refused SENDs"][i] = sum(run, &Profile::Node::refused);
        totals["7 nodes"][i] = run.recording.header().nodes;
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t cause = 0; cause < causes; ++cause)
                causes_of[cause_name(static_cast<Cause>(cause))][i] +=
                    run.profile.by_context()[c][cause];
        for (const CallTree::Way &way : run.profile.tree().ways())
            functions[run.profile.functions().name(way.function)][i] += way.self.cycles;
        for (const auto &[key, handler] : run.profile.handlers())
            handlers[fmt::format("{} ({})", handler_name(key.address, run.recording.names()),
                                 run.recording.names().contexts.of(key.level))][i] +=
                handler.cycles + handler.dispatch;
    }
    // Remove the digits of the names, which only determine the order.
    Table total = table_of("totals", "", "what", totals, 0, false);
    for (auto &row : total.rows) std::get<std::string>(row.back()).erase(0, 2);
    Inspection out;
    out.tables = {std::move(total),
                  table_of("causes", "Cycles by cause", "cause", causes_of, 0, false),
                  table_of("functions", "Functions: cycles of their own, greatest change first",
                           "function", functions, options.most, true),
                  table_of("handlers", "Handlers: cycles with their dispatches", "handler",
                           handlers, options.most, true),
                  run_differences(runs[0].recording.header(), runs[1].recording.header())};
    if (!options.section.empty())
        std::erase_if(out.tables, [&](const Table &t) { return t.name != options.section; });
    const char *names[] = {"before", "after"};
    for (std::size_t i = 0; i < 2; ++i) {
        const TraceHeader &header = runs[i].recording.header();
        out.text +=
            fmt::format("{:<7} {}: {}\n", std::string(names[i]) + ":",
                        (i == 0 ? options.before : options.after).string(), run_line(header));
        out.text += runs[i].recording.warning();
    }
    for (const Table &table : out.tables) out.text += "\n" + table.text();
    return out;
}

} // namespace inlet
