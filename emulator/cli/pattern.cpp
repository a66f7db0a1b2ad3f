#include "pattern.h"

#include <fmt/format.h>
#include <inlet/config.h>

namespace inlet::cli {

Pattern::Pattern(const std::string &option, const std::string &text) {
    auto compiled = std::make_unique<regex_t>();
    if (const int error = regcomp(compiled.get(), text.c_str(), REG_EXTENDED); error != 0) {
        char what[128];
        regerror(error, compiled.get(), what, sizeof what);
        throw UserError(
            fmt::format("{} '{}': is not a regular expression: {}", option, text, what));
    }
    compiled_.reset(compiled.release());
}

std::string Pattern::without_matches(const std::string &line) const {
    std::string kept;
    std::size_t at = 0;
    while (at <= line.size()) {
        regmatch_t match{static_cast<regoff_t>(at), static_cast<regoff_t>(line.size())};
        const int flags = REG_STARTEND | (at == 0 ? 0 : REG_NOTBOL);
        if (regexec(compiled_.get(), line.c_str(), 1, &match, flags) != 0) break;
        const auto begin = static_cast<std::size_t>(match.rm_so);
        const auto end = static_cast<std::size_t>(match.rm_eo);
        kept.append(line, at, begin - at);
        at = end;
        if (begin != end) continue;
        // An empty match: continue after the next character.
        if (at < line.size()) kept += line[at];
        ++at;
    }
    if (at < line.size()) kept.append(line, at, std::string::npos);
    return kept;
}

} // namespace inlet::cli
