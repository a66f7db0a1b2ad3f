// What a trace tells about a run: the way of one message and its reply, what each node did, where
// the cycles went, and tables about functions, handlers, messages and links. `inlet report` prints
// it; docs/trace.md explains it.
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
    std::filesystem::path program; ///< names from here instead of from the trace; empty: not
    /// None: the last request that another node answered, of the program's own messages if there
    /// are any.
    std::optional<MessageId> message;
    bool all = false; ///< also what ran while the message was away
    /// Names from Report::sections(); empty: "trip", "nodes" and "cycles".
    std::vector<std::string> sections;
    std::size_t most = 20;              ///< rows of the tables that are sorted by cost; 0: all
    std::vector<std::string> only = {}; ///< of the run (TraceFilter); empty: as it was recorded
    /// The runtime's messages, functions, instructions and handlers, too (Image::is_runtime).
    bool runtime = false;
};

class Report {
  public:
    /// Reads the trace. Throws UserError: no trace, another program, no such message. A trace that
    /// was cut off is no error; the report says so.
    explicit Report(const ReportOptions &options);
    ~Report();
    Report(Report &&) noexcept;
    Report &operator=(Report &&) noexcept;

    /// "trip", "nodes", "cycles", then the tables.
    static std::vector<std::string> sections();

    std::string text() const;
    /// Of a single section that is a table; else throws UserError.
    std::string to_csv() const;
    /// What whoever reads rows alone would not see: that the trace ended early, that it is not all
    /// of the run, that a table is cut. Lines; empty: nothing.
    std::string left_out() const;
    /// A JSON object as docs/cli.md describes it.
    std::string to_json() const;

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace inlet
