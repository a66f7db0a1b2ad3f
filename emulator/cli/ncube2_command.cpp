#include "ncube2_command.h"

#include "exit_code.h"
#include "ncube2_compiled.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/ncube2.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace inlet::cli {

namespace {

using json = nlohmann::ordered_json;

/// Options that this machine does not have.
void check(const RunArguments &arguments) {
    const JobArguments &job = arguments.job;
    const auto refuse = [](bool given, const char *name) {
        if (given)
            throw UserError(fmt::format("{}: a machine of kind ncube2 does not have this", name));
    };
    refuse(job.columns != 0, "--nodes ROWSxCOLUMNS");
    refuse(job.io_nodes.has_value() || !job.io_program.empty() || !job.io_root.empty(),
           "I/O nodes");
    refuse(!arguments.only.empty(), "--only");
    refuse(arguments.trace_ring != 0, "--trace-ring");
    refuse(arguments.trace_hash, "--trace-hash");
    refuse(arguments.checkpoint_every != 0 || !arguments.resume.empty(), "snapshots");
    refuse(arguments.gdb.has_value() || arguments.start_gdb, "gdb");
    refuse(arguments.warn_hazards, "--warn-hazards");
    refuse(arguments.check_am != 0, "--check-am");
    refuse(arguments.tsip, "--tsip");
    refuse(job.engine != "mixed", "--engine");
    refuse(!job.arguments.empty(), "arguments of the program");
}

/// An own trace, or nothing that would be lost.
void check_trace(const std::string &file) {
    std::error_code error;
    if (file.empty() || !std::filesystem::is_regular_file(file, error)) return;
    if (std::filesystem::file_size(file, error) == 0 || ncube2::is_trace(file)) return;
    throw UserError(fmt::format("--trace {}: the file is there, and is no trace", file));
}

int code_of(const ncube2::Outcome &outcome) {
    switch (outcome.ending) {
    case ncube2::RunEnding::exited: break;
    case ncube2::RunEnding::fault: return guest_fault;
    case ncube2::RunEnding::deadlock: return deadlock;
    case ncube2::RunEnding::max_cycles: return max_cycles;
    }
    return outcome.status > 255 ? 255 : static_cast<int>(outcome.status);
}

const char *name_of(ncube2::RunEnding ending) {
    switch (ending) {
    case ncube2::RunEnding::exited: return "exited";
    case ncube2::RunEnding::fault: return "fault";
    case ncube2::RunEnding::deadlock: return "deadlock";
    case ncube2::RunEnding::max_cycles: return "max_cycles";
    }
    return "";
}

std::string number(double value) {
    if (std::isnan(value)) return "-";
    if (value == std::floor(value) && std::abs(value) < 1e9) return fmt::format("{:.0f}", value);
    return std::abs(value) < 10 ? fmt::format("{:.2f}", value) : fmt::format("{:.1f}", value);
}

/// signal.s as the build assembles it, and the rows of the paper: in share/inlet/reproduce.
std::filesystem::path folder(const std::string &given) {
    if (!given.empty()) return given;
    std::error_code error;
    const auto bin = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    return bin / "../share/inlet/reproduce";
}

/// Of another machine than that of the compiled programs there are no such columns.
std::vector<CompiledRow> compiled(const ReproduceArguments &arguments,
                                  const std::filesystem::path &from,
                                  const std::vector<ncube2::Reproduced> &rows) {
    if (has_compiled(from) && arguments.machine.empty() && arguments.set.empty())
        return compiled_rows(from, rows, arguments.full);
    if (arguments.full)
        throw UserError("--full: the compiled programs are not there: './dev build ncube2' makes "
                        "them; they run on their own machines, without --machine and --set");
    return {};
}

void print_compiled(const std::vector<CompiledRow> &rows) {
    fmt::print("\nCompiled for x86 nodes: through the kernel (ncube2-x86), by instructions "
               "(ncube2-xnet)\nThe same costs as the original's processor, so these are "
               "predictions\n\n{:<13} {:<72} {:>8} {:>8} {:>10} {:>11}\n",
               "where", "what", "paper", "ncube2", "ncube2-x86", "ncube2-xnet");
    for (const CompiledRow &row : rows)
        fmt::print("{:<13} {:<72} {:>8} {:>8} {:>10} {:>11}\n", row.where,
                   row.what + ", " + row.unit, number(row.paper), number(row.original),
                   number(row.traps), number(row.instructions));
}

} // namespace

int run_ncube2(const RunArguments &arguments) {
    check(arguments);
    check_trace(arguments.trace);
    ncube2::Request request;
    request.machine = arguments.job.machine;
    request.set = arguments.job.set;
    request.program = arguments.job.program;
    request.nodes = arguments.job.nodes;
    request.jitter = arguments.jitter;
    request.max_cycles = arguments.job.max_cycles;
    request.skip_waits = !arguments.job.no_skip;
    request.lock_step = arguments.job.lock_step;
    request.check_dma = arguments.check_dma;
    request.trace = arguments.trace;
    std::string output;
    const ncube2::Outcome outcome = ncube2::run(request, [&](const std::string &line) {
        if (arguments.json)
            output += line + "\n";
        else
            fmt::print("{}\n", line);
    });
    if (arguments.json) {
        const json document{{"machine", request.machine},
                            {"program", request.program},
                            {"outcome", name_of(outcome.ending)},
                            {"status", outcome.status},
                            {"message", outcome.message},
                            {"nodes", outcome.nodes},
                            {"cycles", outcome.cycles},
                            {"instructions", outcome.instructions},
                            {"messages", outcome.messages},
                            {"message_hash", fmt::format("{:016x}", outcome.message_hash)},
                            {"output", output}};
        fmt::print("{}\n", document.dump(2));
    } else if (arguments.summary) {
        fmt::print("{}", outcome.table);
    }
    if (!outcome.message.empty()) fmt::print(stderr, "inlet: {}\n", outcome.message);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw UserError("the standard output cannot be written");
    return code_of(outcome);
}

int report_ncube2(const ReportArguments &arguments) {
    if (arguments.json || arguments.csv || !arguments.only.empty() || arguments.all ||
        !arguments.sections.empty() || !arguments.elf.empty() || arguments.hot)
        throw UserError(arguments.trace + ": of a trace of an nCUBE/2 'inlet report' shows one "
                                          "message; it has the option --message SRC:NUM");
    fmt::print("{}", ncube2::report(arguments.trace, arguments.message));
    return success;
}

int reproduce_ncube2(const ReproduceArguments &arguments) {
    const std::filesystem::path from = folder(arguments.programs);
    std::error_code error;
    if (!std::filesystem::is_regular_file(from / "ncube2.elf", error))
        throw UserError(fmt::format("{}: the program is not there; the build assembles it from "
                                    "examples/ncube2/signal.s, and another folder is named with "
                                    "--programs",
                                    (from / "ncube2.elf").string()));
    ncube2::Request request;
    if (!arguments.machine.empty()) request.machine = arguments.machine;
    request.set = arguments.set;
    request.program = (from / "ncube2.elf").string();
    const auto rows = ncube2::reproduce(request, (from / "ncube2.json").string());
    const auto compiled_too = compiled(arguments, from, rows);
    if (arguments.json) {
        json document = json::array();
        for (const ncube2::Reproduced &row : rows) {
            json one{
                {"where", row.where}, {"what", row.what}, {"unit", row.unit}, {"kind", row.kind}};
            one["paper"] = std::isnan(row.paper) ? json() : json(row.paper);
            one["ours"] = std::isnan(row.ours) ? json() : json(row.ours);
            if (!row.note.empty()) one["note"] = row.note;
            document.push_back(one);
        }
        const auto value = [](double of) { return std::isnan(of) ? json() : json(of); };
        for (const CompiledRow &row : compiled_too)
            document.push_back({{"where", row.where},
                                {"what", row.what},
                                {"unit", row.unit},
                                {"kind", "compiled"},
                                {"paper", value(row.paper)},
                                {"ours", value(row.original)},
                                {"ncube2_x86", value(row.traps)},
                                {"ncube2_xnet", value(row.instructions)}});
        fmt::print("{}\n", document.dump(2));
        return success;
    }
    fmt::print("von Eicken, 4.2: Active Messages on the nCUBE/2\n"
               "I input  C calibrated  D follows from these  P predicted  X listed only\n\n"
               "{:<13} {:<56} {:>8} {:>8} {:>7}  {}\n",
               "where", "what", "paper", "ours", "", "");
    for (const ncube2::Reproduced &row : rows) {
        const std::string what = row.unit.empty() ? row.what : row.what + ", " + row.unit;
        std::string difference;
        if (row.kind != "X" && !std::isnan(row.paper) && !std::isnan(row.ours) && row.paper != 0 &&
            number(row.paper) != number(row.ours))
            difference = fmt::format("{:+.1f} %", 100 * (row.ours / row.paper - 1));
        fmt::print("{:<13} {:<56} {:>8} {:>8} {:>7}  {}{}{}\n", row.where, what, number(row.paper),
                   number(row.ours), difference, row.kind, row.note.empty() ? "" : "  ", row.note);
    }
    if (!compiled_too.empty()) print_compiled(compiled_too);
    return success;
}

} // namespace inlet::cli
