#include "sweep_command.h"

#include "app/columns.h"
#include "app/exit_code.h"
#include "app/progress.h"
#include "interrupt.h"
#include "side_by_side.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <inlet/cost_totals.h>
#include <mutex>
#include <optional>
#include <utility>

namespace inlet::cli {

using namespace app;

namespace {

/// One dimension of the sweep.
struct Axis {
    std::string key;
    std::vector<std::string> values;
};

/// "1:10" and "1:10:3": all whole numbers from the first to the second, or every third one. Empty:
/// `text` is no range.
std::vector<std::string> range(const std::string &text) {
    constexpr std::size_t most = 100'000;
    std::vector<std::uint64_t> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t colon = std::min(text.find(':', begin), text.size());
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data() + begin, text.data() + colon, number);
        if (error != std::errc() || end != text.data() + colon) return {};
        numbers.push_back(number);
        begin = colon + 1;
    }
    if (numbers.size() < 2 || numbers.size() > 3) return {};
    const std::uint64_t step = numbers.size() == 3 ? numbers[2] : 1;
    if (step == 0 || numbers[1] < numbers[0])
        throw UserError(fmt::format("{}: a range is FIRST:LAST or FIRST:LAST:STEP, upwards", text));
    if ((numbers[1] - numbers[0]) / step >= most)
        throw UserError(fmt::format("{}: more than {} values", text, most));
    std::vector<std::string> values;
    for (std::uint64_t n = 0; n <= (numbers[1] - numbers[0]) / step; ++n)
        values.push_back(std::to_string(numbers[0] + n * step));
    return values;
}

/// The next comma that is not in brackets, those of an array.
std::size_t end_of_value(const std::string &text, std::size_t at) {
    for (unsigned depth = 0; at < text.size() && (text[at] != ',' || depth != 0); ++at)
        if (text[at] == '[')
            ++depth;
        else if (text[at] == ']' && depth != 0)
            --depth;
    return at;
}

/// "network.hop_latency=1,2,4", "costs.send=1:10", "networks.data.parents=[4,4],[2,2]"
Axis parse_axis(const std::string &text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
        throw UserError(fmt::format("--set {}: write KEY=VALUE,VALUE,..., for example "
                                    "network.hop_latency=1,2,4",
                                    text));
    Axis axis{text.substr(0, equals), {}};
    for (std::size_t begin = equals + 1; begin <= text.size();) {
        const std::size_t comma = end_of_value(text, begin);
        const std::string value = text.substr(begin, comma - begin);
        const std::vector<std::string> all = range(value);
        if (all.empty())
            axis.values.push_back(value);
        else
            axis.values.insert(axis.values.end(), all.begin(), all.end());
        begin = comma + 1;
    }
    return axis;
}

/// One run: its position in the sweep, and what came of it.
struct Point {
    std::vector<std::string> values; ///< by axis
    JobArguments job;
    std::string identity, command;  ///< of the run
    std::optional<Document> result; ///< empty: the sweep was interrupted before, or it is missing

    /// A member of the result, for those that ran.
    std::uint64_t number(const char *name, bool is_cause) const {
        return (is_cause ? result->at("causes") : *result).at(name).get<std::uint64_t>();
    }
    std::string outcome() const { return result ? result->at("outcome") : "not run"; }
    bool ran() const { return result && outcome() != "error"; }
    bool exited() const { return outcome() == outcome_name(Outcome::exited); }
    bool good() const { return exited() && result->at("status") == 0; }
    /// "0", "7", "fault", "deadlock", ...
    std::string status() const {
        return exited() ? std::to_string(result->at("status").get<std::uint32_t>()) : outcome();
    }
};

/// The numbers of a run.
struct Numbers {
    RunSummary summary;
    CostTotals costs;
    std::uint64_t idle = 0;  ///< cycles of nodes after exit, without a message
    bool has_causes = false; ///< `costs` and `idle` were measured

    NodeSummary sum() const {
        NodeSummary all;
        for (const NodeSummary &node : summary.nodes) {
            all.cycles += node.cycles;
            all.instructions += node.instructions;
            all.messages_sent += node.messages_sent;
            all.cycles_waiting += node.cycles_waiting;
        }
        return all;
    }
    /// With causes, all waits that a report finds; without, those that the machine counts.
    std::uint64_t waiting() const {
        return has_causes ? costs.all_waiting() + idle : sum().cycles_waiting;
    }
};

/// A column of the output that holds a number.
struct Column {
    const char *name;  ///< for --csv and --json
    const char *title; ///< for the table
    std::uint64_t (*value)(const Numbers &);
    bool cause = false;    ///< omitted with --no-causes
    bool optional = false; ///< omitted from tables if it is always 0
};

constexpr Column columns[] = {
    {"cycles", "cycles", [](const Numbers &p) { return p.summary.cycles; }},
    {"instructions", "instructions", [](const Numbers &p) { return p.sum().instructions; }},
    {"messages", "messages", [](const Numbers &p) { return p.sum().messages_sent; }},
    {"waiting", "waiting", [](const Numbers &p) { return p.waiting(); }},
#define INLET_COST(id, name, title, stage, shown, ...)                                             \
    {#id, title, [](const Numbers &p) { return p.costs.id; }, true,                                \
     CauseFacts::Shown::shown == CauseFacts::Shown::where_any},
#include "inlet/causes.def"
    {facts_of(Cause::access).key, facts_of(Cause::access).title,
     [](const Numbers &p) { return p.costs.access; }, true, true},
    {facts_of(Cause::stall).key, facts_of(Cause::stall).title,
     [](const Numbers &p) { return p.costs.stall; }, true, true},
#define INLET_CAUSE_OF_EVENT(id, times, name, title, stage, shown, ...)                            \
    {#id, title, [](const Numbers &p) { return p.costs.id; }, true,                                \
     CauseFacts::Shown::shown == CauseFacts::Shown::where_any},
#define INLET_WAIT(id, name, title, ...)                                                           \
    {"wait_" #id, title,                                                                           \
     [](const Numbers &p) { return p.costs.waiting[static_cast<std::size_t>(Wait::id)]; }, true,   \
     true},
#include "inlet/causes.def"
    {"idle", "idle", [](const Numbers &p) { return p.idle; }, true},
    {"refused", "refused", [](const Numbers &p) { return p.costs.refused; }, true, true},
};

class Sweep {
  public:
    explicit Sweep(const SweepArguments &arguments) : arguments_(arguments) {
        for (const std::string &text : arguments.set) {
            axes_.push_back(parse_axis(text));
            for (std::size_t i = 0; i + 1 < axes_.size(); ++i)
                if (axes_[i].key == axes_.back().key)
                    throw UserError(fmt::format("--set {0}=...: is there twice; give all values of "
                                                "{0} in one list",
                                                axes_[i].key));
        }
        if (!arguments.nodes.empty()) {
            for (const Axis &axis : axes_)
                if (axis.key == "nodes")
                    throw UserError("--set nodes=... and --nodes say the same: leave one out");
            axes_.push_back({"nodes", {}});
            for (const auto &nodes : arguments.nodes) axes_.back().values.push_back(nodes.text);
        }
        if (axes_.empty())
            throw UserError("nothing to sweep over: give --set KEY=VALUE,VALUE,... or --nodes "
                            "N,N,... (see 'inlet sweep --help')");
        jobs_ = jobs_of(arguments.job, arguments.jobs);
        check_results(arguments.results, arguments.job);
        make_points();
    }

    int go() {
        if (!arguments_.results.plan.empty()) return print_plan();
        if (!arguments_.results.gather.empty())
            gather();
        else
            run_all();
        const Document document = to_json();
        if (!arguments_.results.result.empty() && !interrupt_.requested()) {
            write_result(arguments_.results.result, document);
            return success; // --gather tells what it says
        }
        if (arguments_.json)
            fmt::print("{}\n", document.dump(2, ' ', false, Document::error_handler_t::replace));
        else if (arguments_.csv)
            print_csv();
        else
            print_table();
        return end();
    }

  private:
    /// Makes the cross product, in which the last axis changes fastest. Throws UserError for
    /// invalid points.
    void make_points() {
        constexpr std::size_t most = 100'000;
        std::size_t count = 1;
        for (const Axis &axis : axes_) {
            count *= axis.values.size();
            if (count > most)
                throw UserError(fmt::format("more than {} combinations; take fewer values", most));
        }
        std::vector<std::size_t> at(axes_.size());
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t rest = i;
            for (std::size_t axis = axes_.size(); axis-- > 0; rest /= axes_[axis].values.size())
                at[axis] = rest % axes_[axis].values.size();
            points_.push_back(make_point(at));
        }
    }

    Point make_point(const std::vector<std::size_t> &at) const {
        Point point;
        point.job = arguments_.job;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            point.values.push_back(axes_[axis].values[at[axis]]);
            if (axis < arguments_.set.size())
                point.job.set.push_back(axes_[axis].key + "=" + point.values.back());
        }
        if (!arguments_.nodes.empty()) {
            point.job.nodes = arguments_.nodes[at.back()].nodes;
            point.job.columns = arguments_.nodes[at.back()].columns;
        }
        const Job job(point.job); // throws UserError
        point.identity = fmt::format("{} sweep causes {} {}", INLET_VERSION, !arguments_.no_causes,
                                     job.identity());
        point.command = job.command(0, point.job.max_cycles);
        return point;
    }

    /// A command a line, for the points without a result in the directory.
    int print_plan() const {
        const std::string &directory = arguments_.results.plan;
        const Results results = Results::so_far(directory);
        for (const Point &point : points_) {
            if (results.find(point.identity, "points")) continue;
            std::string words = "inlet sweep";
            if (arguments_.no_causes) words += " --no-causes";
            words += " --result " + quoted(result_file(directory, point.identity));
            fmt::print("{}\n", Job(point.job).command(words, point.job.max_cycles));
        }
        return success;
    }

    void gather() {
        const Results results(arguments_.results.gather);
        for (Point &point : points_) {
            if (const Document *document = results.find(point.identity, "points"))
                point.result = document->at("points").at(0);
        }
    }

    void run_all() {
        std::size_t finished = 0;
        std::mutex mutex;
        side_by_side(jobs_, points_.size(), [&](std::size_t at) {
            if (interrupt_.requested()) return false;
            execute(points_[at]);
            const std::lock_guard lock(mutex);
            progress_.show(fmt::format("{} of {} runs", ++finished, points_.size()));
            return true;
        });
        progress_.clear();
    }

    void execute(Point &point) const {
        Document console = Document::array();
        try {
            const Job job(point.job);
            RunOptions options = job.options(0);
            CostMeter meter(job.image(), job.config());
            if (!arguments_.no_causes) options.observer = &meter;
            options.stop = &interrupt_.requested();
            if (arguments_.json || !arguments_.results.result.empty())
                options.console = [&console](std::uint32_t node, std::string_view line) {
                    console.push_back({{"node", node}, {"line", line}});
                };
            const RunResult result = Machine(job.config(), job.image(), options).run();
            if (result.outcome == Outcome::interrupted) return;
            Numbers numbers{job.summary(result, 0), meter.all(), 0, !arguments_.no_causes};
            const std::uint64_t clocks = numbers.sum().cycles;
            numbers.idle = clocks - std::min(clocks, numbers.costs.cycles());
            point.result = document_of(numbers);
        } catch (const UserError &error) {
            point.result = {{"outcome", "error"}, {"message", error.what()}};
        }
        (*point.result)["command"] = point.command;
        (*point.result)["console"] = std::move(console);
    }

    static Document document_of(const Numbers &numbers) {
        const RunSummary &summary = numbers.summary;
        Document entry = {{"outcome", summary.outcome}};
        if (summary.outcome == outcome_name(Outcome::exited)) entry["status"] = summary.status;
        entry["message_hash"] = hash_text(summary.message_hash);
        for (const Column &column : columns)
            if (!column.cause) entry[column.name] = column.value(numbers);
        if (numbers.has_causes)
            for (const Column &column : columns)
                if (column.cause) entry["causes"][column.name] = column.value(numbers);
        if (!summary.message.empty()) entry["message"] = summary.message;
        return entry;
    }

    /// Prints failed and missing runs to stderr and returns the exit code.
    int end() const {
        std::size_t failed = 0, missing = 0;
        for (const Point &point : points_) {
            missing += !point.result;
            if (!point.result || point.good()) continue;
            ++failed;
            std::string where;
            for (std::size_t i = 0; i < axes_.size(); ++i)
                where += fmt::format("{}{}={}", i == 0 ? "" : " ", axes_[i].key, point.values[i]);
            std::string why = point.result->value("message", "");
            if (why.empty()) why = fmt::format("the exit status is {}", point.status());
            fmt::print(stderr, "inlet: {}: {}\n  again: {}\n", where, why, point.command);
        }
        if (failed != 0)
            fmt::print(stderr, "inlet: {} of {} runs failed\n", failed, points_.size());
        if (interrupt_.requested()) return interrupted;
        if (missing != 0)
            fmt::print(stderr,
                       "inlet: {0} of {1} results are missing in {2}: --plan {2} prints their "
                       "commands\n",
                       missing, points_.size(), arguments_.results.gather);
        return failed + missing == 0 ? success : app::found;
    }

    bool shown(const Column &column) const {
        if (column.cause && arguments_.no_causes) return false;
        return !column.optional || std::any_of(points_.begin(), points_.end(), [&](const Point &p) {
            return p.ran() && p.number(column.name, column.cause) != 0;
        });
    }

    static std::string number_text(const Point &point, const Column &column, const char *none) {
        return point.ran() ? std::to_string(point.number(column.name, column.cause)) : none;
    }

    void print_table() const {
        std::vector<std::vector<std::string>> rows(1);
        for (const Axis &axis : axes_) rows[0].push_back(axis_name(axis));
        for (const Column &column : columns)
            if (shown(column)) rows[0].emplace_back(column.title);
        for (const Point &point : points_) {
            rows.push_back(point.values);
            for (const Column &column : columns)
                if (shown(column)) rows.back().push_back(number_text(point, column, "-"));
        }
        rows[0].emplace_back("status");
        for (std::size_t i = 0; i < points_.size(); ++i) rows[i + 1].push_back(points_[i].status());
        fmt::print("{}{} on {}: {} runs\n\n", arguments_.job.program,
                   arguments_.job.arguments.empty()
                       ? ""
                       : fmt::format(" {}", fmt::join(arguments_.job.arguments, " ")),
                   arguments_.job.machine, points_.size());
        fmt::print("{}", table(rows, 0));
        fmt::print("\ncycles: the clock of the node that took longest. instructions, messages "
                   "and all that follows: of all nodes.\n{}\n",
                   arguments_.no_causes
                       ? "waiting: cycles in wait loops without polls, in refused SENDs and after "
                         "exit."
                       : "waiting: the waits of all causes and idle, that is after exit.");
        if (!arguments_.no_causes)
            fmt::print("The columns from issue to idle add up to the clocks of all nodes{}.\n",
                       shown(columns[std::size(columns) - 1])
                           ? "; refused: those of wait-room that SENDs took"
                           : "");
    }

    /// The name of an axis, changed if a column has the same name (--set dispatch=4,5).
    static std::string axis_name(const Axis &axis) {
        const bool taken =
            std::any_of(std::begin(columns), std::end(columns),
                        [&](const Column &column) { return axis.key == column.name; });
        return taken ? "set." + axis.key : axis.key;
    }

    void print_csv() const {
        const auto quoted = [](const std::string &text) {
            if (text.find_first_of("\",\n") == std::string::npos) return text;
            std::string out = "\"";
            for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
            return out + "\"";
        };
        for (const Axis &axis : axes_) fmt::print("{},", quoted(axis_name(axis)));
        fmt::print("outcome,status");
        for (const Column &column : columns)
            if (!column.cause || !arguments_.no_causes) fmt::print(",{}", column.name);
        fmt::print("\n");
        for (const Point &point : points_) {
            for (const std::string &value : point.values) fmt::print("{},", quoted(value));
            fmt::print("{},{}", point.outcome(), point.exited() ? point.status() : "");
            for (const Column &column : columns)
                if (!column.cause || !arguments_.no_causes)
                    fmt::print(",{}", number_text(point, column, ""));
            fmt::print("\n");
        }
    }

    Document to_json() const {
        Document document = {{"program", arguments_.job.program},
                             {"arguments", arguments_.job.arguments},
                             {"machine", arguments_.job.machine},
                             {"points", Document::array()}};
        for (const Point &point : points_) {
            Document entry = {{"set", Document::object()}};
            for (std::size_t i = 0; i < arguments_.set.size(); ++i)
                entry["set"][axes_[i].key] = point.values[i];
            if (!arguments_.nodes.empty()) entry["nodes"] = point.values.back();
            if (point.result)
                entry.update(*point.result);
            else
                entry.update({{"outcome", point.outcome()}, {"command", point.command}});
            document["points"].push_back(std::move(entry));
        }
        return document;
    }

    const SweepArguments &arguments_;
    std::vector<Axis> axes_; ///< axes of --set, then of --nodes
    std::uint32_t jobs_ = 1;
    Interrupt interrupt_; // constructed before any other thread
    Progress progress_;
    std::vector<Point> points_;
};

} // namespace

int sweep(const SweepArguments &arguments) { return Sweep(arguments).go(); }

} // namespace inlet::cli
