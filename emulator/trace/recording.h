// A trace, with its program if that is available.
#pragma once

#include "inlet/image.h"
#include "inlet/run_summary.h"
#include "inlet/trace_reader.h"

#include <filesystem>
#include <string>

namespace inlet {

class Recording {
  public:
    /// `program`: path of the program; empty: the copy in the trace, else the path in the trace.
    /// `only`: as for TraceReader. Throws UserError if `trace` is not a trace, or if `program` is
    /// not empty and not the program of the run.
    Recording(const std::filesystem::path &trace, const std::filesystem::path &program,
              const std::vector<std::string> &only = {});

    const TraceReader &reader() const { return reader_; }
    const TraceHeader &header() const { return reader_.header(); }
    /// The trace's symbols, with segments and source lines if has_program().
    const Image &names() const { return names_; }
    bool has_program() const { return problem_.empty(); }
    /// The reason if there is no program: one line; else empty.
    const std::string &program_problem() const { return problem_; }

    /// Plays the trace. May be called several times.
    void read(Observer &sink);
    /// After read(): warnings that the trace is truncated or damaged or shows a part of the run,
    /// one line each; else empty.
    const std::string &warning() const { return warning_; }
    /// After read(): the end record; without nodes if the trace has none.
    const RunSummary &summary() const { return summary_; }
    /// The same; without nodes if only a part of the run is shown.
    RunSummary end() const { return reader_.shows_all() ? summary_ : RunSummary(); }

  private:
    TraceReader reader_;
    Image names_;
    std::string problem_, warning_;
    RunSummary summary_;
};

} // namespace inlet
