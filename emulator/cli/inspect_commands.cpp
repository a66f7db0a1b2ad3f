#include "inspect_commands.h"

#include "app/exit_code.h"
#include "report_command.h"

#include <filesystem>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/inspect.h>
#include <system_error>

namespace inlet::cli {

using namespace app;

namespace {

int print(const Inspection &answer, const AnswerArguments &how, const char *choose) {
    if (how.csv && answer.tables.size() != 1) throw UserError(choose);
    fmt::print("{}", how.json  ? json_of(answer.tables) + "\n"
                     : how.csv ? answer.tables[0].csv()
                               : answer.text);
    return success;
}

/// The installed sources of the nCUBE/2's kernel and library (tools/ncube-as/CMakeLists.txt).
std::filesystem::path runtime_sources() {
    std::error_code error;
    const auto inlet = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? "" : inlet.parent_path().parent_path() / "share/inlet/runtime";
}

} // namespace

int annotate(const AnnotateArguments &arguments) {
    return print(inlet::annotate({.trace = arguments.trace,
                                  .program = arguments.elf,
                                  .symbol = arguments.symbol,
                                  .most = arguments.hot.value_or(1),
                                  .only = arguments.only,
                                  .runtime = arguments.runtime,
                                  .runtime_sources = runtime_sources()}),
                 arguments, "");
}

int path(const PathArguments &arguments) {
    if (arguments.slowest && !arguments.message.empty())
        throw UserError("path: --message and --slowest exclude each other: one message at a time");
    if (!arguments.slowest && arguments.message.empty())
        throw UserError("path: name a message with --message SRC:NUM, or take --slowest");
    PathOptions options{.trace = arguments.trace, .program = arguments.elf, .message = {}};
    options.only = arguments.only;
    if (!arguments.slowest) options.message = parse_message(arguments.message);
    return print(message_path(options), arguments, "");
}

int diff(const DiffArguments &arguments) {
    return print(difference({.before = arguments.before,
                             .after = arguments.after,
                             .section = arguments.section,
                             .most = arguments.hot.value_or(20),
                             .only = arguments.only}),
                 arguments,
                 "--csv is one table: name it with --section: totals, causes, functions, handlers, "
                 "settings");
}

int explain(const ExplainArguments &arguments) {
    Inspection answer = inlet::explain(arguments.cause, MachineConfig::load(arguments.machine));
    // CSV has the numbers without the table of text.
    if (arguments.csv && answer.tables.size() > 1) answer.tables.erase(answer.tables.begin());
    return print(answer, arguments, "");
}

} // namespace inlet::cli
