#include "hunt_command.h"

#include "app/exit_code.h"
#include "app/progress.h"
#include "behaviour.h"
#include "interrupt.h"
#include "pattern.h"
#include "side_by_side.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <string_view>

namespace inlet::cli {

using namespace app;

namespace {

using json = Document;

/// The result of a hunt.
enum class Verdict : std::uint8_t {
    same,
    fails,   ///< even without jitter
    differs, ///< a seed differs
    interrupted,
    incomplete, ///< of a plan, results are missing; no other one differs
};

const char *name(Verdict verdict) {
    switch (verdict) {
    case Verdict::same: return "same";
    case Verdict::fails: return "fails";
    case Verdict::differs: return "differs";
    case Verdict::interrupted: return "interrupted";
    case Verdict::incomplete: return "incomplete";
    }
    return "";
}

/// Delays make a run longer. A run beyond this multiple of the run without jitter, plus this many
/// cycles, is taken as endless.
constexpr std::uint64_t longest_factor = 100, longest_extra = 10'000'000; // cycles

/// Guests print lines of any length.
std::string clipped(const std::string &line) {
    constexpr std::size_t most = 200;
    return line.size() <= most ? line : line.substr(0, most) + "...";
}

std::string shown(const json &line) {
    return line.is_null() ? "(no such line)" : clipped(line.get<std::string>());
}

std::string status_text(const json &status) {
    return status.is_null() ? "does not exit"
                            : fmt::format("exits with status {}", status.get<std::uint32_t>());
}

json to_json(const std::optional<std::string> &line) { return line ? json(*line) : json(nullptr); }

json to_json(const std::optional<std::uint32_t> &status) {
    return status ? json(*status) : json(nullptr);
}

/// A run and how it behaved.
struct Run {
    std::uint64_t seed = 0; ///< 0: without jitter
    Behaviour behaviour;
    RunSummary summary;
};

class Hunt {
  public:
    explicit Hunt(const HuntArguments &arguments)
        : arguments_(arguments), job_(arguments.job), limit_(arguments.job.max_cycles),
          jobs_(jobs_of(arguments.job, arguments.jobs)) {
        check_results(arguments.results, arguments.job);
        if (!arguments.ignore.empty()) ignore_.emplace("--ignore", arguments.ignore);
    }

    int go() {
        const ResultArguments &results = arguments_.results;
        if (!results.plan.empty()) return print_plan();
        const json document = results.gather.empty() ? search() : gathered();
        if (!results.result.empty() && !interrupt_.requested()) {
            write_result(results.result, document);
            return success; // --gather tells what it says
        }
        if (arguments_.json) // guests may print any bytes
            fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace));
        else
            print_text(document);
        const std::string verdict = document.at("verdict");
        if (verdict == "interrupted") return interrupted;
        return verdict == "same" ? success : app::found;
    }

  private:
    /// The seeds from `first` to `last` as a job of a plan.
    std::string identity(std::uint64_t first, std::uint64_t last) const {
        return fmt::format("{} hunt seeds {}:{} output {} ignore {} {}", INLET_VERSION, first, last,
                           !arguments_.ignore_output, arguments_.ignore, job_.identity());
    }

    /// Calls `found` with each job of the plan.
    template <typename Found> void each_job(const Found &found) const {
        constexpr std::uint64_t most = 10; // seeds of a job, which has a run without jitter too
        for (std::uint64_t first = arguments_.first_seed; first <= last_seed(); first += most)
            found(first, std::min(last_seed(), first + most - 1));
    }

    /// A command a line, for the seeds without a result in the directory.
    int print_plan() const {
        const std::string &directory = arguments_.results.plan;
        const Results results = Results::so_far(directory);
        each_job([&](std::uint64_t first, std::uint64_t last) {
            if (results.find(identity(first, last), "verdict")) return;
            std::string words = fmt::format("inlet hunt --seeds {}:{}", first, last);
            if (!arguments_.ignore.empty()) words += " --ignore " + quoted(arguments_.ignore);
            if (arguments_.ignore_output) words += " --ignore-output";
            words += " --result " + quoted(result_file(directory, identity(first, last)));
            fmt::print("{}\n", job_.command(words, arguments_.job.max_cycles));
        });
        return success;
    }

    /// The first finding of all jobs of the plan.
    json gathered() const {
        const Results results(arguments_.results.gather);
        std::uint64_t missing = 0, jobs = 0;
        std::optional<json> finding;
        each_job([&](std::uint64_t first, std::uint64_t last) {
            ++jobs;
            const json *document = results.find(identity(first, last), "verdict");
            missing += !document;
            if (document && !finding && document->at("verdict") != "same") finding = *document;
        });
        if (missing != 0)
            fmt::print(stderr,
                       "inlet: {0} of {1} results are missing in {2}: --plan {2} prints their "
                       "commands\n",
                       missing, jobs, arguments_.results.gather);
        json document = head(missing == 0 ? Verdict::same : Verdict::incomplete);
        if (finding)
            for (const char *member : {"verdict", "seed", "difference", "run", "command"})
                if (finding->contains(member)) document[member] = finding->at(member);
        return document;
    }

    std::uint64_t last_seed() const {
        return std::uint64_t{arguments_.first_seed} + arguments_.seeds - 1;
    }

    json search() {
        progress_.show("without jitter");
        const Outcome plain = execute(expected_);
        if (plain == Outcome::interrupted) return head(Verdict::interrupted);
        if (plain != Outcome::exited || expected_.summary.status != 0)
            return finding(Verdict::fails, expected_);
        if (limit_ == JobArguments().max_cycles)
            limit_ = expected_.summary.cycles * longest_factor + longest_extra;
        side_by_side(jobs_, arguments_.seeds, [this](std::size_t at) {
            Run run;
            run.seed = arguments_.first_seed + at;
            const Outcome outcome = execute(run);
            const bool differs = outcome != Outcome::interrupted &&
                                 compare(expected_.behaviour, run.behaviour).has_value();
            const std::lock_guard lock(mutex_);
            if (outcome == Outcome::interrupted) {
                interrupted_at_ = std::min(interrupted_at_, run.seed);
                return false;
            }
            progress_.show(fmt::format("{} of {} seeds", ++finished_, arguments_.seeds));
            if (differs && (!differs_ || run.seed < differs_->seed)) differs_ = std::move(run);
            return !differs; // those that run have smaller seeds or go for nothing
        });
        progress_.clear();
        if (differs_) return finding(Verdict::differs, *differs_);
        if (interrupted_at_ == none) return head(Verdict::same);
        json document = head(Verdict::interrupted);
        document["seed"] = interrupted_at_;
        return document;
    }

    Outcome execute(Run &run) {
        Behaviour &behaviour = run.behaviour;
        behaviour.lines.resize(job_.nodes());
        RunOptions options = job_.options(run.seed);
        options.max_cycles = limit_;
        options.stop = &interrupt_.requested();
        if (!arguments_.ignore_output)
            options.console = [&](std::uint32_t node, std::string_view line) {
                std::string text(line);
                behaviour.lines[node].push_back(ignore_ ? ignore_->without_matches(text)
                                                        : std::move(text));
            };
        // Only the run without jitter may have no limit, and may never end.
        if (run.seed == 0)
            options.progress = [this](const RunProgress &now) { still_running(now); };
        const RunResult result = Machine(job_.config(), job_.image(), options).run();
        behaviour.outcome = result.outcome;
        for (const NodeSummary &node : result.nodes)
            behaviour.status.push_back(node.exited ? std::optional(node.status) : std::nullopt);
        run.summary = job_.summary(result, run.seed);
        return result.outcome;
    }

    /// Prints a note after 2 s, 4 s, 8 s ...
    void still_running(const RunProgress &now) {
        const auto time = std::chrono::steady_clock::now() - begin_;
        progress_.show(fmt::format("without jitter: cycle {}", now.cycle));
        if (limit_ != JobArguments().max_cycles || time < next_note_) return;
        next_note_ *= 2;
        progress_.clear();
        fmt::print(stderr,
                   "inlet: the run without jitter is still running after {} s, at cycle {}; a "
                   "program that does not end needs --max-cycles\n",
                   std::chrono::duration_cast<std::chrono::seconds>(time).count(), now.cycle);
        std::fflush(stderr);
    }

    /// What every document says.
    json head(Verdict verdict) const {
        json document = {
            {"program", arguments_.job.program}, {"arguments", arguments_.job.arguments},
            {"machine", job_.config().name},     {"nodes", job_.nodes()},
            {"seeds", arguments_.seeds},         {"verdict", name(verdict)}};
        if (arguments_.first_seed != 1) document["first_seed"] = arguments_.first_seed;
        return document;
    }

    json finding(Verdict verdict, const Run &run) const {
        json document = head(verdict);
        if (verdict == Verdict::differs) {
            document["seed"] = run.seed;
            document["difference"] = difference_json(run);
        }
        document["run"] = json::parse(run.summary.to_json());
        const bool needs_limit = run.summary.outcome == outcome_name(Outcome::max_cycles);
        document["command"] =
            job_.command(run.seed, needs_limit ? limit_ : arguments_.job.max_cycles);
        return document;
    }

    json difference_json(const Run &run) const {
        const Difference difference = *compare(expected_.behaviour, run.behaviour);
        const std::uint32_t node = difference.node;
        switch (difference.what) {
        case Difference::What::outcome:
            return {{"what", "outcome"},
                    {"without_jitter", outcome_name(expected_.behaviour.outcome)},
                    {"with_seed", outcome_name(run.behaviour.outcome)}};
        case Difference::What::status:
            return {{"what", "status"},
                    {"node", node},
                    {"without_jitter", to_json(expected_.behaviour.status[node])},
                    {"with_seed", to_json(run.behaviour.status[node])}};
        case Difference::What::output: break;
        }
        return {{"what", "output"},
                {"node", node},
                {"line", difference.line},
                {"without_jitter", to_json(difference.expected)},
                {"with_seed", to_json(difference.found)}};
    }

    static std::string differs_text(const json &document) {
        const json &difference = document.at("difference"),
                   &plain = difference.at("without_jitter"), &other = difference.at("with_seed");
        const std::uint64_t number = document.at("seed");
        const auto seed = fmt::format("seed {} differs: ", number);
        if (difference.at("what") == "outcome")
            return seed + document.at("run").value("message", "");
        const std::uint32_t node = difference.at("node");
        if (difference.at("what") == "status")
            return seed + fmt::format("node {} {} (without jitter it {})", node, status_text(other),
                                      status_text(plain));
        return seed + fmt::format("line {} that node {} prints\n  without jitter: {}\n  with seed "
                                  "{}: {}",
                                  difference.at("line").get<std::size_t>(), node, shown(plain),
                                  number, shown(other));
    }

    void print_text(const json &document) const {
        const std::string verdict = document.at("verdict");
        if (verdict == "same") return print_same();
        if (verdict == "incomplete")
            return fmt::print("no difference in the seeds whose results are there\n");
        if (verdict == "interrupted") {
            if (document.contains("seed"))
                fmt::print("interrupted in seed {}; no difference before it\n",
                           document["seed"].get<std::uint64_t>());
            else
                fmt::print("interrupted in the run without jitter\n");
            return;
        }
        const json &run = document.at("run");
        if (verdict == "fails")
            fmt::print("fails without jitter: {}\n",
                       run.contains("message")
                           ? run["message"].get<std::string>()
                           : fmt::format("the exit status is {}", run["status"].get<int>()));
        else
            fmt::print("{}\n", differs_text(document));
        fmt::print("  again: {}\n", document.at("command").get<std::string>());
    }

    void print_same() const {
        fmt::print("{} seeds: every node exits with the same status{} as without jitter\n",
                   arguments_.seeds, arguments_.ignore_output ? "" : " and prints the same lines");
        if (job_.nodes() == 1)
            fmt::print("This was one node, the default of {}: --nodes N has messages between "
                       "nodes, whose order jitter changes.\n",
                       job_.config().name);
    }

    static constexpr std::uint64_t none = ~std::uint64_t{0};

    const HuntArguments &arguments_;
    Job job_;
    std::optional<Pattern> ignore_;
    Interrupt interrupt_;
    Progress progress_;
    std::uint64_t limit_; ///< cycles
    std::uint32_t jobs_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration next_note_ = std::chrono::seconds(2);
    Run expected_;
    std::mutex mutex_; ///< protects the following members and the progress line
    std::uint32_t finished_ = 0;
    std::optional<Run> differs_;          ///< the one with the smallest seed so far
    std::uint64_t interrupted_at_ = none; ///< the smallest seed
};

} // namespace

int hunt(const HuntArguments &arguments) { return Hunt(arguments).go(); }

} // namespace inlet::cli
