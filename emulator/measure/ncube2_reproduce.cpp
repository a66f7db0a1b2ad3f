#include "app/exit_code.h"
#include "app/job.h"
#include "measure/ncube2_compiled.h"
#include "measure/ncube2_paper.h"
#include "measure/reproduce_command.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <inlet/config.h>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace inlet::measure {

using namespace app;

namespace {

using json = nlohmann::ordered_json;

std::string number(double value) {
    if (std::isnan(value)) return "-";
    if (value == std::floor(value) && std::abs(value) < 1e9) return fmt::format("{:.0f}", value);
    return std::abs(value) < 10 ? fmt::format("{:.2f}", value) : fmt::format("{:.1f}", value);
}

/// The folder with the assembled signal.s and the rows of the paper: share/inlet/reproduce.
std::filesystem::path folder(const std::string &given) {
    if (!given.empty()) return given;
    std::error_code error;
    const auto bin = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    return bin / "../share/inlet/reproduce";
}

/// Gives the rows of compiled programs to `take`. There are none for a machine other than theirs.
void compiled(const ReproduceArguments &arguments, const std::filesystem::path &from,
              const std::vector<ncube2::Reproduced> &rows, const TakeRow &take) {
    if (has_compiled(from) && arguments.machine.empty() && arguments.set.empty())
        compiled_rows(from, rows, arguments.full, take);
    else if (arguments.full)
        throw UserError("--full: the compiled programs are not there: './dev build ncube2' makes "
                        "them; they run on their own machines, without --machine and --set");
}

void print_heading() {
    fmt::print("\nCompiled for x86 nodes: through the kernel (ncube2-x86), by instructions "
               "(ncube2-xnet)\nThe same costs as the original's processor, so these are "
               "predictions\n\n{:<13} {:<72} {:>8} {:>8} {:>10} {:>11}\n",
               "where", "what", "paper", "ncube2", "ncube2-x86", "ncube2-xnet");
}

void print_row(const CompiledRow &row) {
    fmt::print("{:<13} {:<72} {:>8} {:>8} {:>10} {:>11}\n", row.where, row.what + ", " + row.unit,
               number(row.paper), number(row.original), number(row.traps),
               number(row.instructions));
    std::fflush(stdout); // the next one can take minutes
}

/// Returns the exit code.
int reproduce_ncube2(const ReproduceArguments &arguments) {
    check_no_curves(arguments);
    const std::filesystem::path from = folder(arguments.programs);
    std::error_code error;
    if (!std::filesystem::is_regular_file(from / "ncube2.elf", error))
        throw UserError(fmt::format("{}: the program is not there; the build assembles it from "
                                    "examples/ncube2/signal.s, and another folder is named with "
                                    "--programs",
                                    (from / "ncube2.elf").string()));
    const MachineConfig config =
        machine_with(arguments.machine.empty() ? "ncube2" : arguments.machine, arguments.set);
    check_kind(arguments.paper, config, "ncube2");
    const auto rows =
        ncube2::reproduce(config, (from / "ncube2.elf").string(), (from / "ncube2.json").string());
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
        compiled(arguments, from, rows, [&](const CompiledRow &row) {
            document.push_back({{"where", row.where},
                                {"what", row.what},
                                {"unit", row.unit},
                                {"kind", "compiled"},
                                {"paper", value(row.paper)},
                                {"ours", value(row.original)},
                                {"ncube2_x86", value(row.traps)},
                                {"ncube2_xnet", value(row.instructions)}});
        });
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
    bool first = true;
    compiled(arguments, from, rows, [&](const CompiledRow &row) {
        if (std::exchange(first, false)) print_heading();
        print_row(row);
    });
    return success;
}

constexpr OwnPaper papers[] = {{"ncube2", reproduce_ncube2}};

} // namespace

const std::span<const OwnPaper> own_papers = papers;

} // namespace inlet::measure
