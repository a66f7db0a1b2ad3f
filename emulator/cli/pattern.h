// A regular expression whose matches are removed from text.
#pragma once

#include <memory>
#include <regex.h>
#include <string>

namespace inlet::cli {

/// POSIX extended syntax, as in `grep -E`. (std::regex needs stack in proportion to the line.)
class Pattern {
  public:
    /// Throws UserError, which begins with `option`, if `text` is not a regular expression.
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
