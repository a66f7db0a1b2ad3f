#include "report_command.h"

#include "app/exit_code.h"

#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/report.h>

namespace inlet::cli {

using namespace app;

MessageId parse_message(const std::string &text) {
    MessageId id;
    const char *end = text.data() + text.size();
    const auto source = std::from_chars(text.data(), end, id.source);
    if (source.ec == std::errc() && source.ptr != end && *source.ptr == ':') {
        const auto number = std::from_chars(source.ptr + 1, end, id.number);
        if (number.ec == std::errc() && number.ptr == end) return id;
    }
    throw UserError(fmt::format(
        "--message {}: write SOURCE:NUMBER, for example 3:17 for the 17th message of node 3",
        text));
}

int report(const ReportArguments &arguments) {
    ReportOptions options{.trace = arguments.trace,
                          .program = arguments.elf,
                          .message = {},
                          .all = arguments.all,
                          .sections = arguments.sections};
    options.only = arguments.only;
    options.runtime = arguments.runtime;
    for (const std::string &name : options.sections)
        if (name == "all") {
            options.sections = Report::sections();
            break;
        }
    if (arguments.hot) {
        options.most = *arguments.hot;
        if (options.sections.empty()) options.sections = {"functions", "instructions", "handlers"};
    }
    if (!arguments.message.empty()) {
        options.message = parse_message(arguments.message);
        if (!options.sections.empty()) options.sections.emplace_back("trip");
    }
    const Report report(options);
    fmt::print("{}", arguments.json  ? report.to_json() + "\n"
                     : arguments.csv ? report.to_csv()
                                     : report.text());
    if (arguments.csv) fmt::print(stderr, "{}", report.left_out());
    return success;
}

} // namespace inlet::cli
