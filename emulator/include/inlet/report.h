// Reports on a trace: the path of one message and its reply, the work of each node, the causes of
// cycles, and tables of functions, handlers, messages and links. `inlet report` prints them;
// docs/trace.md explains them.
#pragma once

#include "inlet/observer.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

struct ReportOptions {
    std::filesystem::path trace;   ///< file that RunRecorder or TraceWriter wrote
    std::filesystem::path program; ///< program with the names; empty: names from the trace
    /// Empty: the last request that another node answered, preferably one of the program's own
    /// messages.
    std::optional<MessageId> message;
    bool all = false; ///< include instructions that ran while the message was away
    /// Names from Report::sections(); empty: "trip", "nodes" and "cycles".
    std::vector<std::string> sections;
    std::size_t most = 20;              ///< rows of the tables that are sorted by cost; 0: all
    std::vector<std::string> only = {}; ///< conditions (TraceFilter); empty: the whole recording
    /// Includes messages, functions, instructions and handlers of the runtime (Image::is_runtime).
    bool runtime = false;
};

class Report {
  public:
    /// Reads the trace. Throws UserError if there is no trace or no such message, or if the program
    /// has changed. A truncated trace is not an error; the report mentions it.
    explicit Report(const ReportOptions &options);
    ~Report();
    Report(Report &&) noexcept;
    Report &operator=(Report &&) noexcept;

    /// "trip", "nodes", "cycles", then the tables.
    static std::vector<std::string> sections();

    std::string text() const;
    /// The CSV of a single section that is a table; otherwise throws UserError.
    std::string to_csv() const;
    /// Warnings that rows do not show: the trace ended early, is filtered, or a table is cut. One
    /// per line; may be empty.
    std::string left_out() const;
    /// A JSON object as docs/cli.md describes it.
    std::string to_json() const;

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace inlet
