#include "message_name.h"

#include <charconv>
#include <fmt/format.h>
#include <inlet/config.h>

namespace inlet::cli {

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

} // namespace inlet::cli
