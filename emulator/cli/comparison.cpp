#include "comparison.h"

#include "app/columns.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>

namespace inlet::cli {

using namespace app;

namespace {

using json = nlohmann::ordered_json; // columns in their order

/// The waits that are one.
constexpr auto waits = [] {
    std::array<Wait, wait_kinds - 1> all{};
    for (std::size_t wait = 1; wait < wait_kinds; ++wait) all[wait - 1] = static_cast<Wait>(wait);
    return all;
}();

std::uint64_t work(const CostTotals &totals) { return totals.work(); }

/// A part of the clocks. The parts add up to them.
struct PartOfClocks {
    const char *name;
    std::uint64_t (*cycles)(const MachineRun &);
    const CostTotals MachineRun::*totals; ///< null: not of instructions
};
constexpr PartOfClocks parts[] = {
    {"main", [](const MachineRun &r) { return work(r.own); }, &MachineRun::own},
    {"send", [](const MachineRun &r) { return work(r.send); }, &MachineRun::send},
    {"handlers", [](const MachineRun &r) { return work(r.handlers); }, &MachineRun::handlers},
    {"wait", [](const MachineRun &r) { return r.waiting(); }, nullptr},
    {"idle", [](const MachineRun &r) { return r.idle; }, nullptr},
};

double microseconds(std::uint64_t cycles, std::uint32_t clock_hz) {
    return static_cast<double>(cycles) * 1e6 / clock_hz;
}

/// "1234", or with a clock "1234 (37.4)".
std::string time_cell(std::uint64_t cycles, std::uint32_t clock_hz) {
    return clock_hz == 0 ? std::to_string(cycles)
                         : fmt::format("{} ({:.1f})", cycles, microseconds(cycles, clock_hz));
}

double ratio(std::uint64_t a, std::uint64_t b) {
    return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

std::int64_t more(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
}

/// The element whose difference is the largest in the direction of `sign`.
template <typename List, typename Of> const auto &most(const List &list, int sign, Of of) {
    return *std::max_element(std::begin(list), std::end(list), [&](const auto &a, const auto &b) {
        return sign * of(a) < sign * of(b);
    });
}

/// Why `run` waits more, or less, than `base`.
std::string why_wait(const MachineRun &run, const MachineRun &base, int sign) {
    const Wait kind =
        most(waits, sign, [&](Wait wait) { return more(run.waiting(wait), base.waiting(wait)); });
    std::string text = fmt::format("most of it {}", wait_what(kind));
    if (run.arrived != 0 && base.arrived != 0)
        text += fmt::format(". A message takes {:.1f} cycles through the network, on {} {:.1f}",
                            ratio(run.in_network, run.arrived), base.machine,
                            ratio(base.in_network, base.arrived));
    return text;
}

/// Why this part of the work takes more, or less, than in `base`.
std::string why_work(const PartOfClocks &part, const MachineRun &run, const MachineRun &base,
                     int sign) {
    const CostTotals &ours = run.*part.totals, &theirs = base.*part.totals;
    const Cause cause =
        most(work_causes, sign, [&](Cause c) { return more(ours.of(c), theirs.of(c)); });
    std::string text = fmt::format("most of it {} ({}, on {} {})", facts_of(cause).title,
                                   ours.of(cause), base.machine, theirs.of(cause));
    if (theirs.instructions != 0)
        text += fmt::format(". {:.2f} times the instructions",
                            ratio(ours.instructions, theirs.instructions));
    const std::uint64_t ours_each = &part == &parts[1] ? run.messages() : ours.dispatches;
    const std::uint64_t theirs_each = &part == &parts[1] ? base.messages() : theirs.dispatches;
    if (&part != &parts[0] && ours_each != 0 && theirs_each != 0)
        text += fmt::format(", {:.1f} cycles a message, on {} {:.1f}",
                            ratio(part.cycles(run), ours_each), base.machine,
                            ratio(part.cycles(base), theirs_each));
    return text;
}

std::string beside(const MachineRun &run, const MachineRun &base) {
    std::string text = fmt::format("{}: {:.2f} times the cycles of {}", run.machine,
                                   ratio(run.summary.cycles, base.summary.cycles), base.machine);
    if (run.clock_hz != 0 && base.clock_hz != 0)
        text += fmt::format(", {:.2f} times its time",
                            microseconds(run.summary.cycles, run.clock_hz) /
                                microseconds(base.summary.cycles, base.clock_hz));
    const std::int64_t all = more(run.clocks(), base.clocks());
    if (all == 0) return text;
    const int sign = all < 0 ? -1 : 1;
    const PartOfClocks &part = most(
        parts, sign, [&](const PartOfClocks &p) { return more(p.cycles(run), p.cycles(base)); });
    text += fmt::format(". Of {} cycles {} in all, {} are {}", std::abs(all),
                        sign < 0 ? "less" : "more",
                        std::abs(more(part.cycles(run), part.cycles(base))), part.name);
    if (part.totals != nullptr) return text + ": " + why_work(part, run, base, sign);
    if (part.name == std::string("wait")) return text + ": " + why_wait(run, base, sign);
    return text + ": nodes that have ended wait for the others";
}

/// The first machine on which the program ended well; others are compared with it.
const MachineRun *base_of(const std::vector<MachineRun> &runs) {
    const auto found =
        std::find_if(runs.begin(), runs.end(), [](const MachineRun &run) { return run.good(); });
    return found == runs.end() ? nullptr : &*found;
}

std::uint64_t instructions(const MachineRun &run) {
    std::uint64_t sum = 0;
    for (const NodeSummary &node : run.summary.nodes) sum += node.instructions;
    return sum;
}

std::uint64_t handled(const MachineRun &run) {
    std::uint64_t sum = 0;
    for (const NodeSummary &node : run.summary.nodes) sum += node.messages_received;
    return sum;
}

/// The numbers for CSV and JSON, in their order.
struct NumberOfRun {
    const char *name;
    std::function<std::uint64_t(const MachineRun &)> value;
};
const std::vector<NumberOfRun> &numbers_of_run() {
    static const std::vector<NumberOfRun> all = [] {
        std::vector<NumberOfRun> list = {
            {"cycles", [](const MachineRun &r) { return r.summary.cycles; }},
            {"instructions", instructions},
            {"messages", [](const MachineRun &r) { return r.messages(); }},
            {"handled", handled},
            {"clocks", [](const MachineRun &r) { return r.clocks(); }}};
        for (const PartOfClocks &part : parts) list.push_back({part.name, part.cycles});
        list.push_back(
            {"send_in_handlers", [](const MachineRun &r) { return work(r.send_in_handlers); }});
        for (const Wait wait : waits)
            list.push_back({facts_of(cause_of(wait)).key,
                            [wait](const MachineRun &r) { return r.waiting(wait); }});
        list.push_back({"in_network", [](const MachineRun &r) { return r.in_network; }});
        return list;
    }();
    return all;
}

json difference_of(const MachineRun &run) {
    const Difference &other = *run.other;
    const auto line = [](const std::optional<std::string> &text) {
        return text ? json(*text) : json(nullptr);
    };
    switch (other.what) {
    case Difference::What::outcome: return {{"what", "outcome"}};
    case Difference::What::status: return {{"what", "status"}, {"node", other.node}};
    case Difference::What::output: break;
    }
    return {{"what", "output"},
            {"node", other.node},
            {"line", other.line},
            {"first", line(other.expected)},
            {"this", line(other.found)}};
}

} // namespace

std::string MachineRun::status() const {
    if (!error.empty()) return "error";
    if (!done) return "not run";
    return exited() ? std::to_string(summary.status) : summary.outcome;
}

std::uint64_t MachineRun::messages() const {
    std::uint64_t sum = 0;
    for (const NodeSummary &node : summary.nodes) sum += node.messages_sent;
    return sum;
}

std::uint64_t MachineRun::clocks() const {
    std::uint64_t sum = 0;
    for (const NodeSummary &node : summary.nodes) sum += node.cycles;
    return sum;
}

std::uint64_t MachineRun::waiting() const {
    return own.all_waiting() + send.all_waiting() + handlers.all_waiting();
}

std::uint64_t MachineRun::waiting(Wait kind) const {
    const auto at = static_cast<std::size_t>(kind);
    return own.waiting[at] + send.waiting[at] + handlers.waiting[at];
}

std::string comparison_text(const ComparisonTitle &title, const std::vector<MachineRun> &runs) {
    std::vector<std::vector<std::string>> rows = {{"machine", "time", "messages"}};
    for (const PartOfClocks &part : parts) rows[0].emplace_back(part.name);
    rows[0].emplace_back("status");
    for (const MachineRun &run : runs) {
        std::vector<std::string> row = {run.machine};
        if (run.ran()) {
            row.push_back(time_cell(run.summary.cycles, run.clock_hz));
            row.push_back(std::to_string(run.messages()));
            for (const PartOfClocks &part : parts)
                row.push_back(time_cell(part.cycles(run), run.clock_hz));
        } else {
            row.resize(rows[0].size() - 1, "-");
        }
        row.push_back(run.status());
        rows.push_back(std::move(row));
    }
    std::string text =
        fmt::format("{} on {} node{}: cycles, in brackets microseconds\n\n{}\n", title.program,
                    title.nodes, title.nodes == 1 ? "" : "s", table(rows));
    text +=
        "time: the clock of the node that took longest. The parts from main to idle are of all "
        "nodes and add up\nto their clocks. send: in main and in handlers, until the network or "
        "the adapter has the message.\nwait: in loops that only wait, and in refused SENDs; "
        "idle: after exit.\n";
    const MachineRun *base = base_of(runs);
    if (base == nullptr) return text;
    std::string differences;
    for (const MachineRun &run : runs) {
        if (&run == base || !run.good()) continue;
        for (const std::string &line : wrap(beside(run, *base) + ".", 100))
            differences += line + "\n";
    }
    return differences.empty() ? text : text + "\n" + differences;
}

std::string comparison_csv(const std::vector<MachineRun> &runs) {
    std::string text = "machine,clock_hz,outcome,status,microseconds";
    for (const NumberOfRun &number : numbers_of_run()) text += fmt::format(",{}", number.name);
    text += "\n";
    for (const MachineRun &run : runs) {
        text += fmt::format(
            "{},{},{},{},{}", run.machine, run.clock_hz ? std::to_string(run.clock_hz) : "",
            run.ran() ? run.summary.outcome : run.status(),
            run.exited() ? std::to_string(run.summary.status) : "",
            run.ran() && run.clock_hz
                ? fmt::format("{:.3f}", microseconds(run.summary.cycles, run.clock_hz))
                : "");
        for (const NumberOfRun &number : numbers_of_run())
            text += fmt::format(",{}", run.ran() ? std::to_string(number.value(run)) : "");
        text += "\n";
    }
    return text;
}

std::string comparison_json(const ComparisonTitle &title, const std::vector<MachineRun> &runs) {
    json document = {
        {"program", title.program}, {"nodes", title.nodes}, {"machines", json::array()}};
    const MachineRun *base = base_of(runs);
    for (const MachineRun &run : runs) {
        json entry = {{"machine", run.machine},
                      {"clock_hz", run.clock_hz ? json(run.clock_hz) : json(nullptr)},
                      {"outcome", run.ran() ? run.summary.outcome : run.status()}};
        if (run.ran()) {
            if (run.exited()) entry["status"] = run.summary.status;
            entry["microseconds"] =
                run.clock_hz ? json(microseconds(run.summary.cycles, run.clock_hz)) : json(nullptr);
            for (const NumberOfRun &number : numbers_of_run())
                entry[number.name] = number.value(run);
        }
        const std::string &message = run.error.empty() ? run.summary.message : run.error;
        if (!message.empty()) entry["message"] = message;
        if (base != nullptr && &run != base && run.good()) entry["beside"] = beside(run, *base);
        if (run.other) entry["differs"] = difference_of(run);
        if (!run.command.empty()) entry["command"] = run.command;
        entry["console"] = json::array();
        for (const auto &[node, line] : run.console)
            entry["console"].push_back({{"node", node}, {"line", line}});
        document["machines"].push_back(std::move(entry));
    }
    return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace inlet::cli
