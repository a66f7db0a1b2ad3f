#include "command_line.h"

#include "app/exit_code.h"
#include "compare_command.h"
#include "export_command.h"
#include "help.h"
#include "hunt_command.h"
#include "inspect_commands.h"
#include "machines_command.h"
#include "measure/logp_command.h"
#include "measure/reproduce_command.h"
#include "report_command.h"
#include "run_command.h"
#include "sweep_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/suggest.h>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace inlet::cli {

using namespace app;

namespace {

constexpr const char *no_output = "the standard output cannot be written";

/// The arguments of all commands.
struct Arguments {
    RunArguments run;
    HuntArguments hunt;
    SweepArguments sweep;
    CompareArguments compare;
    measure::LogpArguments logp;
    std::string machine;
    bool machines_json = false;
    ReportArguments report;
    AnnotateArguments annotate;
    PathArguments path;
    DiffArguments diff;
    ExplainArguments explain;
    ExportArguments exported;
    ViewArguments view;
    measure::ReproduceArguments reproduce;
};

/// CLI11's help, with a usage line of our own.
class Help final : public CLI::Formatter {
  public:
    explicit Help(std::string usage) : usage_(std::move(usage)) {}
    std::string make_usage(const CLI::App *, std::string) const override { return usage_ + "\n"; }

  private:
    std::string usage_;
};

/// Rejects text that only CLI11 takes for a number ("0x10", "-4"), and numbers out of range.
template <typename Number> std::string whole_number(const std::string &text) {
    Number number{};
    const char *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec == std::errc::result_out_of_range) return "'" + text + "' is too large";
    if (result.ec != std::errc() || result.ptr != end)
        return "'" + text + "' is not a whole number";
    return "";
}

std::string at_least_one(const std::string &text) {
    return text.find_first_not_of('0') == std::string::npos
               ? "must be at least 1 (got " + text + ")"
               : "";
}

/// The value of a flag without a value is "machine".
std::string cycles_or_machine(const std::string &text) {
    if (text == "machine") return "";
    const std::string wrong = whole_number<std::uint64_t>(text);
    return wrong.empty() ? at_least_one(text) : wrong;
}

/// "20": from 1 to 20; "11:20".
std::pair<std::uint32_t, std::uint32_t> seeds_of(const std::string &text) {
    const std::size_t colon = text.find(':');
    const auto number = [](const std::string &digits) {
        return static_cast<std::uint32_t>(std::stoul(digits));
    };
    if (colon == std::string::npos) return {1, number(text)};
    return {number(text.substr(0, colon)), number(text.substr(colon + 1))};
}

/// A number of seeds, or the first and the last one.
std::string seed_numbers(const std::string &text) {
    const std::size_t colon = text.find(':');
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::string part = text.substr(begin, text.find(':', begin) - begin);
        std::string wrong = whole_number<std::uint32_t>(part);
        if (wrong.empty()) wrong = at_least_one(part);
        if (!wrong.empty()) return wrong;
        if (begin != 0 || colon == std::string::npos) break;
        begin = colon + 1;
    }
    const auto [first, last] = seeds_of(text);
    return first <= last ? "" : text + ": a range is FIRST:LAST, upwards";
}

/// "4x8": rows and columns of a grid; else "8".
std::pair<std::string, std::string> rows_and_columns(const std::string &text) {
    const std::size_t x = text.find('x');
    if (x == std::string::npos || text.starts_with("0x")) return {text, ""};
    return {text.substr(0, x), text.substr(x + 1)};
}

std::string node_number(const std::string &text) {
    const auto [rows, columns] = rows_and_columns(text);
    const auto digits = [](const std::string &number) {
        return !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    };
    const bool one = rows == text;
    if (!digits(rows) || !(one || digits(columns)))
        return "takes a number or ROWSxCOLUMNS, not '" + text + "'";
    std::uint64_t nodes = 1;
    for (const std::string &number : {rows, one ? "1" : columns}) {
        std::string wrong = whole_number<std::uint32_t>(number);
        if (wrong.empty()) wrong = at_least_one(number);
        if (!wrong.empty()) return wrong;
        nodes *= std::stoul(number);
    }
    return whole_number<std::uint32_t>(std::to_string(nodes));
}

/// `text` is one that node_number() accepts.
void take_nodes(const std::string &text, JobArguments &job) {
    const auto [rows, columns] = rows_and_columns(text);
    job.columns = columns.empty() ? 0 : static_cast<std::uint32_t>(std::stoul(columns));
    job.nodes = static_cast<std::uint32_t>(std::stoul(rows)) * std::max(job.columns, 1u);
}

/// "2,4x4,8": the values of a list, which may be empty.
std::vector<std::string> split(const std::string &text, char separator = ',') {
    std::vector<std::string> values;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(separator, begin), text.size());
        values.push_back(text.substr(begin, comma - begin));
        begin = comma + 1;
    }
    return values;
}

/// PARTS or, for tests, PARTS:SEED (ThreadOptions::shuffle).
std::string parts_and_seed(const std::string &text) {
    const std::vector<std::string> numbers = split(text, ':');
    if (numbers.size() > 2) return "'" + text + "' is not a whole number";
    for (const std::string &number : numbers)
        if (const std::string wrong = whole_number<std::uint32_t>(number); !wrong.empty())
            return wrong;
    return at_least_one(numbers.front());
}

std::string node_numbers(const std::string &text) {
    for (const std::string &value : split(text))
        if (std::string wrong = node_number(value); !wrong.empty()) return wrong;
    return "";
}

void add_machine(CLI::App &command, std::string &machine) {
    command
        .add_option("--machine", machine,
                    "a name from 'inlet machines', or a machine file; default: t1")
        ->type_name("NAME|FILE");
}

/// Common options of `run`, `hunt` and `sweep`, except --set and --nodes, which are lists in a
/// sweep.
void add_common(CLI::App &command, JobArguments &job) {
    // The program and all following words belong to the guest, options included.
    command.prefix_command();
    add_machine(command, job.machine);
    command
        .add_option("--io-nodes", job.io_nodes,
                    "I/O nodes at the bottom edge, besides the others; default: what the machine "
                    "file says")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>);
    command
        .add_option("--io", job.io_program, "what the I/O nodes run; default: the runtime's server")
        ->type_name("FILE");
    command
        .add_option("--firmware", job.firmware,
                    "what the nodes' second processors run; default: the runtime's firmware")
        ->type_name("FILE");
    command
        .add_option("--files", job.files,
                    "directory whose files the program has by fopen and its family")
        ->type_name("DIR");
    command.add_option("--io-root", job.io_root, "directory whose files the I/O nodes serve")
        ->type_name("DIR");
    command.add_option("--max-cycles", job.max_cycles, "stop when the slowest node gets there")
        ->type_name("C")
        ->check(whole_number<std::uint64_t>)
        ->check(at_least_one);
    command.add_flag("--no-skip", job.no_skip,
                     "execute every turn of a wait instead of skipping it; same result, slower");
    command.add_flag("--lock-step", job.lock_step,
                     "the reference scheduler, cycle by cycle; same result, much slower");
    command
        .add_option("--engine", job.engine,
                    "'mixed': what runs often is compiled for the host (default); 'interpreter': "
                    "nothing; 'compiler': all, at once; same result")
        ->type_name("NAME")
        ->check(CLI::IsMember({"mixed", "interpreter", "compiler"}));
}

void add_settings(CLI::App &command, std::vector<std::string> &set) {
    command
        .add_option("--set", set,
                    "another number of the machine: network.hop_latency=4; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

void add_nodes(CLI::App &command, JobArguments &job) {
    const auto set_nodes = [&job](const std::string &text) { take_nodes(text, job); };
    command
        .add_option_function<std::string>(
            "--nodes", set_nodes,
            "number of nodes, or rows x columns of the grid; default: what the machine file says")
        ->type_name("N|RxC")
        ->check(node_number);
}

/// Common options of `run` and `hunt`.
void add_job(CLI::App &command, JobArguments &job) {
    add_common(command, job);
    add_settings(command, job.set);
    add_nodes(command, job);
}

/// --only, for commands that record a run or read a trace.
void add_only(CLI::App &command, std::vector<std::string> &only) {
    command
        .add_option(
            "--only", only,
            "of the run only this: node=0,3-5, cycles=1000:2000, code=NAME, code=FIRST:END, "
            "message=SRC:NUM or core=NAME; may be repeated")
        ->type_name("WHAT")
        ->allow_extra_args(false);
}

void add_runtime(CLI::App &command, bool &runtime) {
    command.add_flag("--runtime", runtime,
                     "also the runtime's functions and messages, not only the program's own");
}

void add_run(CLI::App &app, RunArguments &run) {
    CLI::App *command = app.add_subcommand("run", "run a program on a machine");
    command->formatter(
        std::make_shared<Help>("Usage: inlet run [OPTIONS] PROGRAM [ARGUMENTS OF THE PROGRAM...]"));
    command->footer(run_footer);
    add_job(*command, run.job);
    command
        ->add_option("--jitter", run.jitter,
                     "legal delays in the network; the same SEED gives the same ones")
        ->type_name("SEED")
        ->check(whole_number<std::uint64_t>)
        ->check(at_least_one);
    command
        ->add_option("--threads", run.threads,
                     "threads of the host that compute; default: one for each core; same result")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>)
        ->check(at_least_one);
    command->add_flag(
        "--ranks", run.ranks,
        "T1, CM-5, nCUBE/2: one run on several processes: mpirun -n R inlet run --ranks; "
        "same result");
    command
        ->add_option_function<std::string>(
            "--hand-over",
            [&run](const std::string &text) {
                const std::vector<std::string> numbers = split(text, ':');
                const auto number = [&](std::size_t at) { return std::stoull(numbers.at(at)); };
                run.hand_over = {.least = number(0), .chunk = number(1)};
                if (numbers.size() > 2) run.hand_over.delay = static_cast<std::uint32_t>(number(2));
                if (numbers.size() > 3)
                    run.hand_over.change_every = static_cast<std::uint32_t>(number(3));
            },
            "for tests: ThreadOptions::least, chunk, delay and change_every")
        ->group(""); // not in the help
    command
        ->add_option_function<std::string>(
            "--parts",
            [&run](const std::string &text) {
                const std::vector<std::string> numbers = split(text, ':');
                run.parts = static_cast<std::uint32_t>(std::stoul(numbers.at(0)));
                if (numbers.size() > 1)
                    run.shuffle = static_cast<std::uint32_t>(std::stoul(numbers.at(1)));
            },
            "parts of the network that --threads advance beside each other; default: what is "
            "quicker; same result")
        ->type_name("N")
        ->check(parts_and_seed);
    command
        ->add_option("--trace", run.trace,
                     "record every instruction and message for 'inlet report'")
        ->type_name("FILE");
    add_only(*command, run.only);
    command
        ->add_option("--trace-ring", run.trace_ring,
                     "record the last C cycles or more, and write the file only if something goes "
                     "wrong")
        ->type_name("C")
        ->check(whole_number<std::uint64_t>)
        ->check(at_least_one);
    command->add_flag("--trace-hash", run.trace_hash,
                      "a fingerprint of all that a trace would hold");
    CLI::Option *every =
        command
            ->add_option("--checkpoint-every", run.checkpoint_every,
                         "write a snapshot each time all nodes have reached a multiple of C")
            ->type_name("C")
            ->check(whole_number<std::uint64_t>)
            ->check(at_least_one);
    command
        ->add_option("--checkpoint-dir", run.checkpoint_directory,
                     "where snapshots go; default: the current directory")
        ->type_name("DIR")
        ->needs(every);
    command
        ->add_option("--resume", run.resume,
                     "go on from a snapshot of the same program on the same machine")
        ->type_name("FILE");
    command
        ->add_option(
            "--gdb", run.gdb,
            "wait for gdb ('target remote :PORT') before the first cycle; 0: any free port")
        ->type_name("PORT")
        ->check(whole_number<std::uint16_t>);
    CLI::Option *quiet = command->add_flag(
        "--quiet", run.quiet, "do not show how far the run is, nor which snapshots it wrote");
    command
        ->add_flag("--progress", run.progress,
                   "show how far the run is on standard error, even if it is not a terminal")
        ->excludes(quiet);
    command->add_flag("--warn-hazards", run.warn_hazards,
                      "tell which code comes too soon behind CFC2, CTC2 or SEND");
    command
        ->add_flag("--check-am{machine}", run.check_am,
                   "tell which message handlers break the rules of Active Messages, or take more "
                   "cycles than this (without a number 1000, on ncube2-x86 and ncube2-xnet "
                   "2000); afterwards, a table of all handlers")
        ->type_name("[=CYCLES]")
        ->check(cycles_or_machine);
    command->add_flag("--check-dma", run.check_dma,
                      "nCUBE/2: end when a program touches a buffer that a channel has; Myrinet: "
                      "when something changes that an engine reads or writes");
    command->add_flag("--check-lfc", run.check_lfc,
                      "Myrinet: end when LFC's control program has lost a credit, a buffer or a "
                      "channel");
    command->add_flag("--summary", run.summary, "afterwards, a table of what each node did");
    command->add_flag(
        "--tsip", run.tsip,
        "afterwards, what the diagnostic network shows: nodes, and where messages stand");
    command
        ->add_flag("--json{some}", run.json,
                   fmt::format("one JSON document instead, guest output included; of more than {} "
                               "nodes it has a record each only with =nodes",
                               most_records))
        ->type_name("[=nodes]")
        ->check(CLI::IsMember({"some", "nodes"}));
}

void add_gdb(CLI::App &app, RunArguments &run) {
    CLI::App *command = app.add_subcommand("gdb", "run a program on a machine under gdb");
    command->formatter(
        std::make_shared<Help>("Usage: inlet gdb [OPTIONS] PROGRAM [ARGUMENTS OF THE PROGRAM...]"));
    command->footer(gdb_footer);
    add_job(*command, run.job);
    command
        ->add_option("--jitter", run.jitter,
                     "legal delays in the network; the same SEED gives the same ones")
        ->type_name("SEED")
        ->check(whole_number<std::uint64_t>)
        ->check(at_least_one);
    command->add_flag("--trace-hash", run.trace_hash,
                      "afterwards, a fingerprint of all that a trace would hold");
    command
        ->add_option("--resume", run.resume,
                     "begin at a snapshot of the same program on the same machine")
        ->type_name("FILE");
}

void add_jobs(CLI::App &command, std::uint32_t &jobs) {
    command.add_option("--jobs", jobs, "runs at a time; default: one for each core of the host")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>)
        ->check(at_least_one);
}

/// For commands whose runs other programs may start, on this host or others.
void add_results(CLI::App &command, ResultArguments &results) {
    CLI::Option *plan = command.add_option(
        "--plan", results.plan,
        "run nothing: print a command a line for each result that DIR does not have");
    plan->type_name("DIR");
    CLI::Option *result = command.add_option("--result", results.result,
                                             "write the result to a file, which --gather reads");
    result->type_name("FILE")->excludes(plan);
    command.add_option("--gather", results.gather, "run nothing: take the results from DIR")
        ->type_name("DIR")
        ->excludes(plan)
        ->excludes(result);
}

void add_hunt(CLI::App &app, HuntArguments &hunt) {
    CLI::App *command = app.add_subcommand(
        "hunt", "run a program under many orders of arrival and tell where it differs");
    command->formatter(std::make_shared<Help>(
        "Usage: inlet hunt [OPTIONS] PROGRAM [ARGUMENTS OF THE PROGRAM...]"));
    command->footer(hunt_footer);
    command
        ->add_option_function<std::string>(
            "--seeds",
            [&hunt](const std::string &text) {
                const auto [first, last] = seeds_of(text);
                hunt.first_seed = first;
                hunt.seeds = last - first + 1;
            },
            "try the seeds 1 to N, or those of a range as 11:20; default: 100")
        ->type_name("N")
        ->check(seed_numbers);
    add_jobs(*command, hunt.jobs);
    add_results(*command, hunt.results);
    command
        ->add_option("--ignore", hunt.ignore,
                     "parts of printed lines that may differ: a regular expression as for grep -E")
        ->type_name("REGEX");
    command->add_flag("--ignore-output", hunt.ignore_output,
                      "compare only how the run ends and the exit statuses");
    command->add_flag("--json", hunt.json, "the finding as JSON");
    add_job(*command, hunt.job);
}

void add_sweep(CLI::App &app, SweepArguments &sweep) {
    CLI::App *command = app.add_subcommand(
        "sweep", "run a program on many variants of a machine and tell what each costs");
    command->formatter(std::make_shared<Help>(
        "Usage: inlet sweep [OPTIONS] PROGRAM [ARGUMENTS OF THE PROGRAM...]"));
    command->footer(sweep_footer);
    command
        ->add_option(
            "--set", sweep.set,
            "values for a number of the machine: network.hop_latency=1,2,4 or costs.send=1:10, "
            "1:10:3 (first, last, step); repeated: "
            "every combination")
        ->type_name("KEY=V,V,...")
        ->allow_extra_args(false);
    command
        ->add_option_function<std::string>(
            "--nodes",
            [&sweep](const std::string &text) {
                sweep.nodes.clear();
                for (const std::string &value : split(text)) {
                    JobArguments job;
                    take_nodes(value, job);
                    sweep.nodes.push_back({value, job.nodes, job.columns});
                }
            },
            "numbers of nodes: 2,4,8 or 4x4,4x8; default: what the machine file says")
        ->type_name("N,N,...")
        ->check(node_numbers);
    add_jobs(*command, sweep.jobs);
    add_results(*command, sweep.results);
    command->add_flag("--no-causes", sweep.no_causes,
                      "leave out where cycles went: the runs are much faster");
    CLI::Option *csv = command->add_flag("--csv", sweep.csv, "as CSV");
    command->add_flag("--json", sweep.json, "as JSON")->excludes(csv);
    add_common(*command, sweep.job);
}

void add_compare(CLI::App &app, CompareArguments &compare) {
    CLI::App *command = app.add_subcommand(
        "compare", "compile a program for several machines, run it on each, and tell what differs");
    command->formatter(std::make_shared<Help>(
        "Usage: inlet compare [OPTIONS] SOURCE... [COMPILER OPTIONS] [--args ARGUMENTS OF THE "
        "PROGRAM...]"));
    command->footer(compare_footer);
    command->allow_extras(); // the words for the compilers
    command->set_help_flag("--help", "Print this help message and exit"); // -h... is a compiler's
    command
        ->add_option("--on", compare.machines,
                     "the machines: names from 'inlet machines', or machine files")
        ->type_name("NAME,NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->required();
    command->add_option("--nodes", compare.nodes, "number of nodes; default: 16")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>)
        ->check(at_least_one);
    command
        ->add_option("--max-cycles", compare.max_cycles,
                     "stop a run when its slowest node gets there")
        ->type_name("C")
        ->check(whole_number<std::uint64_t>)
        ->check(at_least_one);
    command
        ->add_option("--ignore", compare.ignore,
                     "parts of printed lines that may differ: a regular expression as for grep -E")
        ->type_name("REGEX");
    command->add_flag("--ignore-output", compare.ignore_output, "do not compare what is printed");
    command
        ->add_option("--jobs", compare.jobs,
                     "compilations and runs at a time; default: one for each core of the host")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>)
        ->check(at_least_one);
    command
        ->add_option("--compilers", compare.compilers,
                     "folder of t1-clang and others; default: where ./dev build or an installation "
                     "has them beside inlet")
        ->type_name("DIR");
    command
        ->add_option("--keep", compare.keep,
                     "keep the programs in this folder, as DIR/cm5/kernel.elf, "
                     "DIR/cm5-mxnet/...: one for each call of a compiler")
        ->type_name("DIR");
    CLI::Option *csv = command->add_flag("--csv", compare.csv, "as CSV");
    command->add_flag("--json", compare.json, "as JSON")->excludes(csv);
}

void add_machines(CLI::App &app, Arguments &arguments) {
    CLI::App *command =
        app.add_subcommand("machines", "list the machines, or every number of one and its source");
    command->formatter(std::make_shared<Help>("Usage: inlet machines [OPTIONS] [NAME|FILE]"));
    command->footer(machines_footer);
    command->add_option("NAME", arguments.machine, "machine to show")->type_name("");
    command->add_flag("--json", arguments.machines_json, "as JSON");
}

void add_report(CLI::App &app, ReportArguments &report) {
    CLI::App *command = app.add_subcommand(
        "report", "show what a trace tells: one message's way, and where cycles went");
    command->formatter(std::make_shared<Help>("Usage: inlet report [OPTIONS] TRACE"));
    command->footer(report_footer);
    add_only(*command, report.only);
    command->add_option("TRACE", report.trace, "file that 'inlet run --trace' wrote")
        ->type_name("")
        ->required();
    command
        ->add_option("--message", report.message,
                     "show this one: number NUM of those that node SRC sent")
        ->type_name("SRC:NUM");
    command
        ->add_option("--elf", report.elf, "take names from this program instead of from the trace")
        ->type_name("FILE");
    command->add_flag("--all", report.all,
                      "also the instructions that ran while the message was away");
    command
        ->add_option("--section", report.sections,
                     "show these, separated by commas: trip, nodes, cycles, causes, functions, "
                     "instructions, handlers, mnemonics, latency, utilisation, links, queues, "
                     "matrix, categories, polls, events, or all; default: trip,nodes,cycles")
        ->type_name("NAME")
        ->delimiter(',');
    command
        ->add_option("--hot", report.hot,
                     "the N costliest functions, instructions and handlers, or links; 0: all")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>);
    add_runtime(*command, report.runtime);
    CLI::Option *json = command->add_flag("--json", report.json, "as JSON");
    command->add_flag("--csv", report.csv, "one table, named with --section, as CSV")
        ->excludes(json);
}

void add_answer(CLI::App &command, AnswerArguments &how) {
    CLI::Option *json = command.add_flag("--json", how.json, "as JSON");
    command.add_flag("--csv", how.csv, "as CSV")->excludes(json);
}

void add_elf(CLI::App &command, std::string &elf) {
    command
        .add_option("--elf", elf,
                    "where the program is now; default: where the trace says that it was")
        ->type_name("FILE");
}

void add_annotate(CLI::App &app, AnnotateArguments &annotate) {
    CLI::App *command =
        app.add_subcommand("annotate", "cycles beside each instruction and source line");
    command->formatter(std::make_shared<Help>("Usage: inlet annotate [OPTIONS] TRACE [FUNCTION]"));
    command->footer(annotate_footer);
    add_only(*command, annotate.only);
    command->add_option("TRACE", annotate.trace, "file that 'inlet run --trace' wrote")
        ->type_name("")
        ->required();
    command->add_option("FUNCTION", annotate.symbol, "default: the costliest")->type_name("");
    command->add_option("--hot", annotate.hot, "the N costliest functions; 0: all")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>);
    add_runtime(*command, annotate.runtime);
    add_elf(*command, annotate.elf);
    add_answer(*command, annotate);
}

void add_path(CLI::App &app, PathArguments &path) {
    CLI::App *command =
        app.add_subcommand("path", "the life of one message, step by step across nodes");
    command->formatter(std::make_shared<Help>(
        "Usage: inlet path [OPTIONS] (--message SRC:NUM | --slowest) TRACE"));
    command->footer(path_footer);
    add_only(*command, path.only);
    command->add_option("TRACE", path.trace, "file that 'inlet run --trace' wrote")
        ->type_name("")
        ->required();
    command->add_option("--message", path.message, "number NUM of those that node SRC sent")
        ->type_name("SRC:NUM");
    command->add_flag("--slowest", path.slowest, "the one with the longest time from SEND to HRET");
    add_elf(*command, path.elf);
    add_answer(*command, path);
}

void add_diff(CLI::App &app, DiffArguments &diff) {
    CLI::App *command =
        app.add_subcommand("diff", "what a second run spent more and less than the first");
    command->formatter(std::make_shared<Help>("Usage: inlet diff [OPTIONS] BEFORE AFTER"));
    command->footer(diff_footer);
    add_only(*command, diff.only);
    command->add_option("BEFORE", diff.before, "trace of the first run")->type_name("")->required();
    command->add_option("AFTER", diff.after, "trace of the second run")->type_name("")->required();
    command
        ->add_option("--section", diff.section,
                     "only this: totals, causes, functions, handlers or settings")
        ->type_name("NAME");
    command->add_option("--hot", diff.hot, "rows of functions and handlers; 0: all; default: 20")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>);
    add_answer(*command, diff);
}

void add_explain(CLI::App &app, ExplainArguments &explain) {
    CLI::App *command =
        app.add_subcommand("explain", "what a cause of cycles is, and where its numbers come from");
    command->formatter(std::make_shared<Help>("Usage: inlet explain [OPTIONS] [CAUSE]"));
    command->footer(explain_footer);
    command->add_option("CAUSE", explain.cause, "default: the list of them")->type_name("");
    command
        ->add_option("--machine", explain.machine,
                     "whose numbers: a name from 'inlet machines', or a machine file; default: t1")
        ->type_name("NAME|FILE");
    add_answer(*command, explain);
}

void add_export(CLI::App &app, ExportArguments &exported) {
    CLI::App *command = app.add_subcommand("export", "a trace in the formats of other tools");
    command->formatter(
        std::make_shared<Help>("Usage: inlet export FORMAT [OPTIONS] -o FILE TRACE"));
    command->footer(export_footer);
    add_only(*command, exported.only);
    command->add_option("TRACE", exported.trace, "file that 'inlet run --trace' wrote")
        ->type_name("")
        ->required();
    command->add_flag("--folded", exported.folded, "stacks and their cycles, for flame graphs");
    command->add_flag("--callgrind", exported.callgrind, "for callgrind_annotate and KCachegrind");
    command->add_flag("--perfetto", exported.perfetto, "a time line, for ui.perfetto.dev");
    command->add_flag("--kanata", exported.kanata,
                      "instructions of one node stage by stage, for Konata");
    command->add_option("-o,--output", exported.output, "file to write")
        ->type_name("FILE")
        ->required();
    command->add_option("--node", exported.node, "only node N; --kanata: default 0")
        ->type_name("N")
        ->check(whole_number<std::uint32_t>);
    command->add_flag("--instructions", exported.instructions,
                      "--perfetto: every instruction, not functions only");
    add_elf(*command, exported.elf);
}

void add_view(CLI::App &app, ViewArguments &view) {
    CLI::App *command =
        app.add_subcommand("view", "a trace as a page for the browser, offline, in one file");
    command->formatter(std::make_shared<Help>("Usage: inlet view [OPTIONS] -o FILE TRACE"));
    command->footer(view_footer);
    add_only(*command, view.only);
    command->add_option("TRACE", view.trace, "file that 'inlet run --trace' wrote")
        ->type_name("")
        ->required();
    command->add_option("-o,--output", view.output, "file to write, such as k.html")
        ->type_name("FILE")
        ->required();
    command
        ->add_option("--instructions", view.instructions,
                     "at most N single instructions, of all nodes; the rest in less detail; "
                     "default: 4000000")
        ->type_name("N")
        ->check(whole_number<std::uint64_t>);
    add_elf(*command, view.elf);
}

void add_reproduce(CLI::App &app, measure::ReproduceArguments &reproduce) {
    CLI::App *command = app.add_subcommand(
        "reproduce", "a paper's numbers beside what compiled code does on the emulated machine");
    command->formatter(std::make_shared<Help>("Usage: inlet reproduce [OPTIONS] PAPER"));
    command->footer(reproduce_footer);
    command
        ->add_option(
            "PAPER", reproduce.paper,
            "t1 (CSD-94-823), ncube2 or cm5 (von Eicken, 4.2, 4.3), sp2, cs2 or unet (Chang "
            "et al.), voyager (Ang et al.), lfc or clients (Bhoedjang, 2 to 8): programs "
            "and what their paper says, in the folder of --programs")
        ->type_name("")
        ->required();
    command
        ->add_option("--machine", reproduce.machine,
                     "a name from 'inlet machines', or a machine file; default: the paper's")
        ->type_name("NAME|FILE");
    add_settings(*command, reproduce.set);
    command
        ->add_option("--programs", reproduce.programs,
                     "folder of the compiled programs; default: share/inlet/reproduce beside "
                     "inlet's own folder")
        ->type_name("DIR");
    CLI::Option *json = command->add_flag("--json", reproduce.json, "as JSON");
    command->add_flag("--csv", reproduce.csv, "the paper's curves instead, as CSV (sp2, lfc)")
        ->excludes(json);
    command->add_flag("--full", reproduce.full,
                      "macro-benchmarks with the paper's sizes; 1 to 2 hours (ncube2)");
    command
        ->add_option("--page", reproduce.page,
                     "write an HTML page with pictures of the curves (sp2, lfc)")
        ->type_name("FILE");
}

void add_logp(CLI::App &app, measure::LogpArguments &logp) {
    CLI::App *command = app.add_subcommand(
        "logp", "what messages cost on a machine: overheads, round trips, bandwidth, LogP");
    command->formatter(std::make_shared<Help>("Usage: inlet logp [OPTIONS]"));
    command->footer(logp_footer);
    add_machine(*command, logp.job.machine);
    add_settings(*command, logp.job.set);
    add_nodes(*command, logp.job);
    command
        ->add_option("--programs", logp.programs,
                     "folder of the compiled program; default: share/inlet/logp beside inlet's own "
                     "folder")
        ->type_name("DIR");
    command->add_flag("--instructions", logp.instructions,
                      "also every instruction of a send, a handler and a poll");
    CLI::Option *csv = command->add_flag("--csv", logp.csv, "all measurements as CSV");
    command->add_flag("--json", logp.json, "as JSON")->excludes(csv);
}

struct Command {
    const char *name;
    void (*add)(CLI::App &app, Arguments &arguments);
};

constexpr Command commands[] = {
    {"run", [](CLI::App &app, Arguments &all) { add_run(app, all.run); }},
    {"gdb", [](CLI::App &app, Arguments &all) { add_gdb(app, all.run); }},
    {"hunt", [](CLI::App &app, Arguments &all) { add_hunt(app, all.hunt); }},
    {"sweep", [](CLI::App &app, Arguments &all) { add_sweep(app, all.sweep); }},
    {"compare", [](CLI::App &app, Arguments &all) { add_compare(app, all.compare); }},
    {"machines", [](CLI::App &app, Arguments &all) { add_machines(app, all); }},
    {"report", [](CLI::App &app, Arguments &all) { add_report(app, all.report); }},
    {"annotate", [](CLI::App &app, Arguments &all) { add_annotate(app, all.annotate); }},
    {"path", [](CLI::App &app, Arguments &all) { add_path(app, all.path); }},
    {"diff", [](CLI::App &app, Arguments &all) { add_diff(app, all.diff); }},
    {"explain", [](CLI::App &app, Arguments &all) { add_explain(app, all.explain); }},
    {"export", [](CLI::App &app, Arguments &all) { add_export(app, all.exported); }},
    {"view", [](CLI::App &app, Arguments &all) { add_view(app, all.view); }},
    {"reproduce", [](CLI::App &app, Arguments &all) { add_reproduce(app, all.reproduce); }},
    {"logp", [](CLI::App &app, Arguments &all) { add_logp(app, all.logp); }},
};

/// Of the command that `words` begin with, or else of all: options take a while to make.
void add_commands(CLI::App &app, const std::vector<std::string> &words, Arguments &arguments) {
    const auto *const one = std::ranges::find_if(commands, [&](const Command &command) {
        return !words.empty() && words[0] == command.name;
    });
    for (const Command &command : commands)
        if (one == std::end(commands) || &command == one) command.add(app, arguments);
}

std::vector<std::string> options_of(const CLI::App &command) {
    std::vector<std::string> names;
    for (const CLI::Option *option : command.get_options())
        for (const std::string &name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

[[noreturn]] void unknown_option(const CLI::App &command, const std::string &word) {
    const std::string name = word.substr(0, word.find('='));
    const bool top = command.get_parent() == nullptr;
    throw UserError(fmt::format("unknown option {}{} (see 'inlet {}--help')", name,
                                did_you_mean(name, options_of(command)),
                                top ? "" : command.get_name() + " "));
}

/// Throws CLI11's error, or our own for an unknown option.
[[noreturn]] void explain(const CLI::App &command, const CLI::ParseError &error) {
    for (const std::string &word : command.remaining())
        if (word.starts_with('-') && !command.get_allow_extras()) unknown_option(command, word);
    throw UserError(fmt::format("{} (see 'inlet {}--help')", error.what(),
                                command.get_parent() == nullptr ? "" : command.get_name() + " "));
}

void check_command(const CLI::App &app, const std::vector<std::string> &words) {
    if (words.empty() || words[0].starts_with('-')) return;
    std::vector<std::string> known;
    for (const CLI::App *command : app.get_subcommands({})) known.push_back(command->get_name());
    if (std::find(known.begin(), known.end(), words[0]) == known.end())
        throw UserError(fmt::format("unknown command '{}'{} (see 'inlet --help')", words[0],
                                    did_you_mean(words[0], known)));
}

/// Takes the guest's part of the command line: the words that CLI11 has left, and `after`, those
/// after "--".
void take_program(CLI::App &command, const std::vector<std::string> &after, JobArguments &job) {
    std::vector<std::string> rest = command.remaining();
    if (!rest.empty() && rest[0].starts_with('-')) unknown_option(command, rest[0]);
    // A "--" before the program ends our options; after it, it belongs to the guest.
    rest.insert(rest.end(), after.begin() + (rest.empty() && !after.empty() ? 1 : 0), after.end());
    if (rest.empty())
        throw UserError(
            fmt::format("no program given: inlet {0} [OPTIONS] PROGRAM (see 'inlet {0} --help')",
                        command.get_name()));
    job.program = rest[0];
    job.arguments.assign(rest.begin() + 1, rest.end());
    if (!after.empty()) return; // with "--", the user means the guest
    const std::vector<std::string> options = options_of(command);
    for (const std::string &argument : job.arguments) {
        const std::string name = argument.substr(0, argument.find('='));
        if (std::find(options.begin(), options.end(), name) == options.end()) continue;
        fmt::print(stderr,
                   "inlet: {0} stands behind the program and is given to it; for inlet: inlet {1} "
                   "{0} ... {2}\n",
                   argument, command.get_name(), job.program);
    }
}

/// Takes the words of `inlet compare` that CLI11 has left, for the compilers. Options of inlet have
/// two dashes, those of compilers one.
void take_compiler_words(CLI::App &command, CompareArguments &compare) {
    compare.words = command.remaining();
    for (const std::string &word : compare.words)
        if (word.starts_with("--")) unknown_option(command, word);
}

int dispatch(CLI::App &app, std::vector<std::string> words, Arguments &arguments) {
    // "inlet help run" is "inlet run --help".
    if (!words.empty() && words[0] == "help") {
        words.erase(words.begin());
        words.resize(std::min<std::size_t>(words.size(), 1));
        words.emplace_back("--help");
    }
    if (words.empty()) words.emplace_back("--help");
    check_command(app, words);
    std::vector<std::string> after;
    if (const auto mark = std::find(words.begin(), words.end(), "--");
        (words[0] == "run" || words[0] == "gdb" || words[0] == "hunt" || words[0] == "sweep") &&
        mark != words.end()) {
        after.assign(mark, words.end());
        words.erase(mark, words.end());
    }
    if (words[0] == "compare")
        if (const auto mark = std::find(words.begin(), words.end(), "--args");
            mark != words.end()) {
            arguments.compare.arguments.assign(mark + 1, words.end());
            words.erase(mark, words.end());
        }
    std::reverse(words.begin(), words.end()); // the order that CLI11 expects
    try {
        app.parse(words);
    } catch (const CLI::Success &message) { // --help, --version
        return app.exit(message);
    } catch (const CLI::ParseError &error) {
        const auto used = app.get_subcommands();
        explain(used.empty() ? app : *used.front(), error);
    }
    CLI::App &command = *app.get_subcommands().at(0);
    if (command.get_name() == "machines")
        return machines(arguments.machine, arguments.machines_json);
    if (command.get_name() == "report") return report(arguments.report);
    if (command.get_name() == "logp") return measure::logp(arguments.logp);
    if (command.get_name() == "annotate") return annotate(arguments.annotate);
    if (command.get_name() == "path") return path(arguments.path);
    if (command.get_name() == "diff") return diff(arguments.diff);
    if (command.get_name() == "explain") return explain(arguments.explain);
    if (command.get_name() == "export") return export_trace(arguments.exported);
    if (command.get_name() == "view") return view(arguments.view);
    if (command.get_name() == "reproduce") return measure::reproduce(arguments.reproduce);
    if (command.get_name() == "hunt") {
        take_program(command, after, arguments.hunt.job);
        return hunt(arguments.hunt);
    }
    if (command.get_name() == "sweep") {
        take_program(command, after, arguments.sweep.job);
        return sweep(arguments.sweep);
    }
    if (command.get_name() == "compare") {
        take_compiler_words(command, arguments.compare);
        return compare(arguments.compare);
    }
    if (command.get_name() == "gdb") {
        arguments.run.start_gdb = arguments.run.quiet = true;
        arguments.run.gdb = 0;
    }
    take_program(command, after, arguments.run.job);
    return run(arguments.run);
}

} // namespace

int main(std::vector<std::string> words) {
    Arguments arguments;
    CLI::App app("What does a communication instruction cost? Runs programs on emulated "
                 "multicomputers and tells.",
                 "inlet");
    app.set_version_flag("--version", "inlet " INLET_VERSION);
    app.require_subcommand(0, 1);
    app.formatter(std::make_shared<Help>("Usage: inlet COMMAND ..."));
    app.footer(main_footer);
    add_commands(app, words, arguments);
    return status_of([&] {
        const int status = dispatch(app, std::move(words), arguments);
        std::cout.flush(); // CLI11's
        if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw UserError(no_output);
        return status;
    });
}

int status_of(const std::function<int()> &command) {
    // fmt::print() would throw again where the standard error cannot be written.
    const auto refuse = [](const std::string &what) {
        std::fputs(("inlet: " + what + "\n").c_str(), stderr);
        return bad_input;
    };
    try {
        return command();
    } catch (const UserError &error) {
        return refuse(error.what());
    } catch (const std::bad_alloc &) {
        return refuse("out of memory");
    } catch (const std::system_error &error) { // fmt::print() of a full device, files
        return refuse(std::ferror(stdout) != 0 ? no_output : error.what());
    } catch (const std::logic_error &error) { // net/contract.h among others
        fmt::print(stderr,
                   "inlet: {}\n  what to do: this is a bug in inlet; report it with the "
                   "program and the command line.\n",
                   error.what());
        return internal_error;
    }
}

} // namespace inlet::cli
