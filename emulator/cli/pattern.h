// A regular expression whose matches are taken out of text.
#pragma once

#include <memory>
#include <regex.h>
#include <string>

namespace inlet::cli {

/// POSIX extended, as in `grep -E`. (std::regex uses the host's stack by the length of the line.)
class Pattern {
  public:
    /// Throws UserError that begins with `option`, where the text is no regular expression.
    Pattern(const std::string &option, const std::string &text);

    std::string without_matches(const std::string &line) const;

  private:
    struct Free {
        void operator()(regex_t *compiled) const {
            regfree(compiled);
            delete compiled;
        }
    };
    std::unique_ptr<regex_t, Free> compiled_;
};

} // namespace inlet::cli
