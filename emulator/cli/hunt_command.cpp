#include "hunt_command.h"

#include "app/exit_code.h"
#include "app/progress.h"
#include "behaviour.h"
#include "interrupt.h"
#include "pattern.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace inlet::cli {

using namespace app;

namespace {

using nlohmann::json;

/// The result of a hunt.
enum class Verdict : std::uint8_t {
    same,
    fails,   ///< even without jitter
    differs, ///< a seed differs
    interrupted,
};

const char *name(Verdict verdict) {
    switch (verdict) {
    case Verdict::same: return "same";
    case Verdict::fails: return "fails";
    case Verdict::differs: return "differs";
    case Verdict::interrupted: return "interrupted";
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

std::string shown(const std::optional<std::string> &line) {
    return line ? clipped(*line) : "(no such line)";
}

std::string status_text(const std::optional<std::uint32_t> &status) {
    return status ? fmt::format("exits with status {}", *status) : "does not exit";
}

json to_json(const std::optional<std::string> &line) { return line ? json(*line) : json(nullptr); }

json to_json(const std::optional<std::uint32_t> &status) {
    return status ? json(*status) : json(nullptr);
}

class Hunt {
  public:
    explicit Hunt(const HuntArguments &arguments)
        : arguments_(arguments), job_(arguments.job), limit_(arguments.job.max_cycles) {
        if (!arguments.ignore.empty()) ignore_.emplace("--ignore", arguments.ignore);
    }

    int go() {
        search();
        progress_.clear();
        if (arguments_.json)
            print_document();
        else
            print_text();
        switch (verdict_) {
        case Verdict::same: return success;
        case Verdict::interrupted: return interrupted;
        case Verdict::fails:
        case Verdict::differs: break;
        }
        return app::found;
    }

  private:
    void search() {
        progress_.show("without jitter");
        const RunResult plain = execute(0, expected_);
        if (plain.outcome == Outcome::interrupted) return end(Verdict::interrupted);
        if (plain.outcome != Outcome::exited || plain.status != 0) return end(Verdict::fails);
        if (limit_ == JobArguments().max_cycles)
            limit_ = plain.cycles * longest_factor + longest_extra;
        for (seed_ = 1; seed_ <= arguments_.seeds; ++seed_) {
            progress_.show(fmt::format("seed {} of {}", seed_, arguments_.seeds));
            const RunResult result = execute(seed_, found_);
            if (result.outcome == Outcome::interrupted) return end(Verdict::interrupted);
            difference_ = compare(expected_, found_);
            if (difference_) return end(Verdict::differs);
        }
    }

    RunResult execute(std::uint64_t seed, Behaviour &behaviour) {
        behaviour = {};
        behaviour.lines.resize(job_.nodes());
        RunOptions options = job_.options(seed);
        options.max_cycles = limit_;
        options.stop = &interrupt_.requested();
        if (!arguments_.ignore_output)
            options.console = [&](std::uint32_t node, std::string_view line) {
                std::string text(line);
                behaviour.lines[node].push_back(ignore_ ? ignore_->without_matches(text)
                                                        : std::move(text));
            };
        options.progress = [this](const RunProgress &now) { still_running(now); };
        const RunResult result = Machine(job_.config(), job_.image(), options).run();
        behaviour.outcome = result.outcome;
        for (const NodeSummary &node : result.nodes)
            behaviour.status.push_back(node.exited ? std::optional(node.status) : std::nullopt);
        summary_ = job_.summary(result, seed);
        return result;
    }

    void end(Verdict verdict) { verdict_ = verdict; }

    /// Only the run without jitter may have no limit, and may never end. Prints a note after 2 s, 4
    /// s, 8 s ...
    void still_running(const RunProgress &now) {
        if (seed_ != 0) return;
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

    /// The command that repeats the failing or differing run.
    std::string command() const {
        const bool needs_limit = summary_.outcome == outcome_name(Outcome::max_cycles);
        return job_.command(seed_, needs_limit ? limit_ : arguments_.job.max_cycles);
    }

    std::string differs_text() const {
        const auto seed = fmt::format("seed {} differs: ", seed_);
        switch (difference_->what) {
        case Difference::What::outcome: return seed + summary_.message;
        case Difference::What::status:
            return seed + fmt::format("node {} {} (without jitter it {})", difference_->node,
                                      status_text(found_.status[difference_->node]),
                                      status_text(expected_.status[difference_->node]));
        case Difference::What::output: break;
        }
        return seed + fmt::format("line {} that node {} prints\n  without jitter: {}\n  with seed "
                                  "{}: {}",
                                  difference_->line, difference_->node,
                                  shown(difference_->expected), seed_, shown(difference_->found));
    }

    void print_text() const {
        switch (verdict_) {
        case Verdict::same:
            fmt::print("{} seeds: every node exits with the same status{} as without jitter\n",
                       arguments_.seeds,
                       arguments_.ignore_output ? "" : " and prints the same lines");
            if (job_.nodes() == 1)
                fmt::print("This was one node, the default of {}: --nodes N has messages between "
                           "nodes, whose order jitter changes.\n",
                           job_.config().name);
            return;
        case Verdict::interrupted:
            if (seed_ == 0)
                fmt::print("interrupted in the run without jitter\n");
            else
                fmt::print("interrupted in seed {}; no difference before it\n", seed_);
            return;
        case Verdict::fails:
            fmt::print("fails without jitter: {}\n",
                       summary_.message.empty()
                           ? fmt::format("the exit status is {}", summary_.status)
                           : summary_.message);
            break;
        case Verdict::differs: fmt::print("{}\n", differs_text()); break;
        }
        fmt::print("  again: {}\n", command());
    }

    json difference_json() const {
        const std::uint32_t node = difference_->node;
        switch (difference_->what) {
        case Difference::What::outcome:
            return {{"what", "outcome"},
                    {"without_jitter", outcome_name(expected_.outcome)},
                    {"with_seed", outcome_name(found_.outcome)}};
        case Difference::What::status:
            return {{"what", "status"},
                    {"node", node},
                    {"without_jitter", to_json(expected_.status[node])},
                    {"with_seed", to_json(found_.status[node])}};
        case Difference::What::output: break;
        }
        return {{"what", "output"},
                {"node", node},
                {"line", difference_->line},
                {"without_jitter", to_json(difference_->expected)},
                {"with_seed", to_json(difference_->found)}};
    }

    void print_document() const {
        const bool found_one = verdict_ == Verdict::fails || verdict_ == Verdict::differs;
        json document = {
            {"program", arguments_.job.program}, {"arguments", arguments_.job.arguments},
            {"machine", job_.config().name},     {"nodes", job_.nodes()},
            {"seeds", arguments_.seeds},         {"verdict", name(verdict_)}};
        if (verdict_ == Verdict::differs) {
            document["seed"] = seed_;
            document["difference"] = difference_json();
        }
        if (found_one) {
            document["run"] = json::parse(summary_.to_json());
            document["command"] = command();
        }
        // Guests may print any bytes.
        fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace));
    }

    const HuntArguments &arguments_;
    Job job_;
    std::optional<Pattern> ignore_;
    Interrupt interrupt_;
    Progress progress_;
    std::uint64_t limit_; ///< cycles
    std::uint64_t seed_ = 0;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration next_note_ = std::chrono::seconds(2);
    Behaviour expected_, found_;
    RunSummary summary_; ///< of the last run
    std::optional<Difference> difference_;
    Verdict verdict_ = Verdict::same;
};

} // namespace

int hunt(const HuntArguments &arguments) { return Hunt(arguments).go(); }

} // namespace inlet::cli
