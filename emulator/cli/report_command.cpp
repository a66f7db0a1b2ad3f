#include "report_command.h"

#include "exit_code.h"

#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/report.h>

namespace inlet::cli {

namespace {

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

} // namespace

int report(const ReportArguments &arguments) {
    ReportOptions options{
        .trace = arguments.trace, .program = arguments.elf, .message = {}, .all = arguments.all};
    if (!arguments.message.empty()) options.message = parse_message(arguments.message);
    const Report report(options);
    if (arguments.json)
        fmt::print("{}\n", report.to_json());
    else
        fmt::print("{}", report.text());
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw UserError("the standard output cannot be written");
    return success;
}

} // namespace inlet::cli
