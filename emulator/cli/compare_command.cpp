#include "compare_command.h"

#include "app/exit_code.h"
#include "app/progress.h"
#include "comparison.h"
#include "compiler.h"
#include "interrupt.h"
#include "pattern.h"
#include "side_by_side.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <inlet/program_costs.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

namespace inlet::cli {

using namespace app;

namespace {

namespace fs = std::filesystem;

/// The folder of the compiled programs, one folder a compiler in it.
class ProgramFolder {
  public:
    explicit ProgramFolder(const std::string &keep) : kept_(!keep.empty()), path_(keep) {
        if (kept_) return;
        std::error_code error;
        std::string name = (fs::temp_directory_path(error) / "inlet-compare-XXXXXX").string();
        if (error || mkdtemp(name.data()) == nullptr)
            throw UserError(fmt::format("{}: cannot be made: {}", name,
                                        std::generic_category().message(errno)));
        path_ = name;
    }
    ~ProgramFolder() {
        std::error_code error;
        if (!kept_) fs::remove_all(path_, error);
    }
    ProgramFolder(const ProgramFolder &) = delete;
    ProgramFolder &operator=(const ProgramFolder &) = delete;

    bool kept() const { return kept_; }
    /// The path of a program; makes its folder. Programs of all compilers have the same file name,
    /// which is their argv[0].
    fs::path program(const std::string &compiler, const std::string &name) const {
        const fs::path folder = path_ / compiler;
        std::error_code error;
        fs::create_directories(folder, error);
        if (error)
            throw UserError(
                fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
        return folder / name;
    }

  private:
    bool kept_;
    fs::path path_;
};

/// Cycles in a second; 0: the machine file has none.
std::uint32_t clock_of(const MachineConfig &config) {
    const auto document = nlohmann::json::parse(config.text);
    return document.contains("clock_hz") ? document["clock_hz"]["value"].get<std::uint32_t>() : 0;
}

/// A compilation, whose program several machines run.
struct ProgramOf {
    Compiler compiler;
    fs::path file;
    Compilation result;
};

class Compare {
  public:
    explicit Compare(const CompareArguments &arguments)
        : arguments_(arguments), folder_(arguments.keep), jobs_(arguments.jobs) {
        if (jobs_ == 0) jobs_ = host_jobs();
        if (!arguments.ignore.empty()) ignore_.emplace("--ignore", arguments.ignore);
        check_words();
        for (const std::string &machine : arguments.machines) add(machine);
    }

    int go() {
        in_parallel(programs_.size(), "compiled", [this](std::size_t i) { translate(i); });
        warn();
        in_parallel(runs_.size(), "runs", [this](std::size_t i) { execute(i); });
        progress_.clear();
        judge();
        const ComparisonTitle title{what(), arguments_.nodes};
        fmt::print("{}", arguments_.json  ? comparison_json(title, runs_)
                         : arguments_.csv ? comparison_csv(runs_)
                                          : comparison_text(title, runs_));
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw UserError("the standard output cannot be written");
        return end();
    }

  private:
    void check_words() {
        for (const std::string &word : arguments_.words) {
            if (word.starts_with("-o") || word == "-c" || word == "-S" || word == "-E")
                throw UserError(fmt::format("{}: compare makes programs and names them itself; "
                                            "--keep DIR keeps them",
                                            word));
            if (!is_source(word)) continue;
            std::error_code error;
            if (!fs::is_regular_file(word, error))
                throw UserError(fmt::format("{}: no such file", word));
            if (name_.empty()) name_ = fs::path(word).stem().string() + ".elf";
        }
        if (name_.empty())
            throw UserError("no source given: inlet compare kernel.c --on t1,cm5 (see 'inlet "
                            "compare --help')");
    }

    void add(const std::string &machine) {
        for (const MachineRun &run : runs_)
            if (run.machine == machine)
                throw UserError(fmt::format("--on: {} is there twice", machine));
        const MachineConfig config = MachineConfig::load(machine);
        MachineRun &run = runs_.emplace_back();
        run.machine = machine;
        run.clock_hz = clock_of(config);
        std::size_t &at = program_of_.emplace_back(none);
        try {
            if (arguments_.nodes > config.max_nodes)
                throw UserError(fmt::format("--nodes {}: machine {} has at most {} nodes",
                                            arguments_.nodes, config.name, config.max_nodes));
            const Compiler compiler = find_compiler(config, arguments_.compilers);
            at = static_cast<std::size_t>(
                std::find_if(programs_.begin(), programs_.end(),
                             [&](const ProgramOf &p) { return p.compiler == compiler; }) -
                programs_.begin());
            if (at == programs_.size()) programs_.push_back({compiler, {}, {}});
        } catch (const UserError &error) {
            run.error = error.what();
        }
    }

    /// Calls `task` for 0 to `count` - 1, several at a time.
    void in_parallel(std::size_t count, const char *done,
                     const std::function<void(std::size_t)> &task) {
        std::size_t finished = 0;
        std::mutex mutex;
        side_by_side(jobs_, count, [&](std::size_t mine) {
            if (interrupt_.requested()) return false;
            task(mine);
            const std::lock_guard lock(mutex);
            progress_.show(fmt::format("{}: {} of {}", done, ++finished, count));
            return true;
        });
    }

    void translate(std::size_t index) {
        ProgramOf &program = programs_[index];
        std::string folder = program.compiler.name; // one each: cm5-mxnet, cm5-lloggp
        for (const std::string &option : program.compiler.options) folder += option;
        try {
            program.file = folder_.program(folder, name_);
            program.result = compile(program.compiler, arguments_.words, program.file);
        } catch (const UserError &error) {
            program.result = {false, error.what()};
        }
        if (program.result.good) return;
        for (std::size_t i = 0; i < runs_.size(); ++i)
            if (program_of_[i] == index)
                runs_[i].error = "does not compile:\n" + program.result.messages;
    }

    /// Prints warnings of successful compilations, those that are alike once.
    void warn() const {
        std::vector<std::string> shown;
        for (const ProgramOf &program : programs_) {
            const std::string &text = program.result.messages;
            if (!program.result.good || text.empty() ||
                std::find(shown.begin(), shown.end(), text) != shown.end())
                continue;
            fmt::print(stderr, "{}{}", text, text.ends_with('\n') ? "" : "\n");
            shown.push_back(text);
        }
    }

    void execute(std::size_t index) {
        MachineRun &run = runs_[index];
        if (!run.error.empty()) return;
        try {
            execute(run, programs_[program_of_[index]].file);
        } catch (const UserError &error) {
            run.error = error.what();
        }
    }

    void execute(MachineRun &run, const fs::path &program) {
        JobArguments arguments;
        arguments.machine = run.machine;
        arguments.nodes = arguments_.nodes;
        arguments.max_cycles = arguments_.max_cycles;
        arguments.program = program.string();
        arguments.arguments = arguments_.arguments;
        const Job job(arguments);
        if (folder_.kept()) run.command = job.command(0, arguments.max_cycles);
        run.behaviour.lines.resize(job.nodes());
        ProgramCosts costs(job.image(), job.config());
        RunOptions options = job.options(0);
        options.observer = &costs;
        options.stop = &interrupt_.requested();
        options.console = [&](std::uint32_t node, std::string_view line) {
            run.console.emplace_back(node, line);
            if (arguments_.ignore_output) return;
            run.behaviour.lines[node].push_back(
                ignore_ ? ignore_->without_matches(std::string(line)) : std::string(line));
        };
        const RunResult result = Machine(job.config(), job.image(), options).run();
        run.behaviour.outcome = result.outcome;
        for (const NodeSummary &node : result.nodes)
            run.behaviour.status.push_back(node.exited ? std::optional(node.status) : std::nullopt);
        run.summary = job.summary(result, 0);
        run.own = costs.own();
        run.send = costs.sending();
        run.send_in_handlers = costs.sending_in_handlers();
        run.handlers = costs.handlers();
        run.arrived = costs.arrived();
        run.in_network = costs.cycles_in_network();
        const std::uint64_t clocks = run.clocks(),
                            spent = run.own.cycles() + run.send.cycles() + run.handlers.cycles();
        run.idle = clocks - std::min(clocks, spent);
        run.done = result.outcome != Outcome::interrupted;
    }

    /// Compares the outputs with that of the first machine that ran to its end.
    void judge() {
        const MachineRun *first = nullptr;
        for (MachineRun &run : runs_) {
            if (!run.exited()) continue;
            if (first == nullptr)
                first = &run;
            else
                run.other = cli::compare(first->behaviour, run.behaviour);
        }
        if (first != nullptr) first_ = first->machine;
    }

    std::string difference_text(const MachineRun &run) const {
        const Difference &other = *run.other;
        const auto line = [](const std::optional<std::string> &text) {
            return text ? *text : "(no such line)";
        };
        if (other.what == Difference::What::status)
            return fmt::format("node {} exits with another status than on {}", other.node, first_);
        return fmt::format("prints something else than {}: line {} of node {}\n  {}: {}\n  {}: {}",
                           first_, other.line, other.node, first_, line(other.expected),
                           run.machine, line(other.found));
    }

    /// The line on standard error about a run; empty: it is as it should be.
    std::string complaint(const MachineRun &run) const {
        if (!run.error.empty()) return run.error;
        if (!run.done) return "";
        if (!run.summary.message.empty()) return run.summary.message;
        if (run.other) return difference_text(run);
        if (run.summary.status != 0)
            return fmt::format("the exit status is {}", run.summary.status);
        return "";
    }

    /// Prints what went wrong to stderr, what several machines share once, and returns the exit
    /// code.
    int end() const {
        std::vector<std::pair<std::string, std::string>> said; // message, machines
        for (const MachineRun &run : runs_) {
            std::string text = complaint(run);
            if (text.empty()) continue;
            while (text.ends_with('\n')) text.pop_back();
            const auto same = std::find_if(said.begin(), said.end(),
                                           [&](const auto &one) { return one.first == text; });
            if (same == said.end())
                said.emplace_back(text, run.machine);
            else
                same->second += ", " + run.machine;
        }
        for (const auto &[text, machines] : said)
            fmt::print(stderr, "inlet: {}: {}\n", machines, text);
        if (interrupt_.requested()) return interrupted;
        return said.empty() ? success : app::found;
    }

    /// "kernel.c -lmpi", with the program's arguments.
    std::string what() const {
        std::string text = fmt::format("{}", fmt::join(arguments_.words, " "));
        for (const std::string &argument : arguments_.arguments) text += " " + argument;
        return text;
    }

    static constexpr std::size_t none = ~std::size_t{0};

    const CompareArguments &arguments_;
    ProgramFolder folder_;
    std::uint32_t jobs_;
    std::string name_; ///< of the program's file: "kernel.elf"
    std::optional<Pattern> ignore_;
    Interrupt interrupt_; // constructed before any other thread
    Progress progress_;
    std::vector<ProgramOf> programs_;
    std::vector<MachineRun> runs_;
    std::vector<std::size_t> program_of_; ///< by run: index in `programs_`, or none
    std::string first_;                   ///< the machine with which outputs are compared
};

} // namespace

int compare(const CompareArguments &arguments) { return Compare(arguments).go(); }

} // namespace inlet::cli
