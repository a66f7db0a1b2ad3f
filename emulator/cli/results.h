// Results of the jobs of a plan (--plan, --result, --gather): JSON documents in files KEY.json,
// which other programs, on this host or others, make in any order.
#pragma once

#include "app/job.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace inlet::cli {

using Document = nlohmann::ordered_json;

/// Where results are, and what to do with them. At most one is not empty.
struct ResultArguments {
    std::string plan;   ///< directory of results: print the commands that make those it lacks
    std::string result; ///< file: write the result of this command to it
    std::string gather; ///< directory of results: use them instead of running anything
};

/// Throws UserError if a result would depend on files of the host, which its name does not tell.
void check_results(const ResultArguments &arguments, const app::JobArguments &job);

/// The file of a job of which `identity` says all that its result depends on.
std::string result_file(const std::string &directory, const std::string &identity);

/// Writes the file as a whole or not at all. Throws UserError if it cannot be written, or if
/// another result is in it: the same job has given two.
void write_result(const std::string &file, const Document &document);

/// The results below a directory, which may have folders: one for each host, for example.
class Results {
  public:
    /// None.
    Results() = default;
    /// Reads all of them. Throws UserError if there is no directory, if a file is no result, or if
    /// two of one job differ.
    explicit Results(const std::string &directory);
    /// The same for --plan, whose directory may be made later.
    static Results so_far(const std::string &directory);

    /// The result of a job, which has this member; nullptr: it is missing. Throws UserError if it
    /// lacks the member.
    const Document *find(const std::string &identity, const char *member) const;

  private:
    std::map<std::string, Document> by_key_;
};

} // namespace inlet::cli
