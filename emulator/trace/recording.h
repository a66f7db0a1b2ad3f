// A trace, and the program that it names where that is still to be had.
#pragma once

#include "inlet/image.h"
#include "inlet/run_summary.h"
#include "inlet/trace_reader.h"

#include <filesystem>
#include <string>

namespace inlet {

class Recording {
  public:
    /// `program`: where the program is now; empty: the one in the trace, or where the trace says.
    /// `only`: as for TraceReader. Throws UserError: no trace; a `program` that is given and is not
    /// the one that ran.
    Recording(const std::filesystem::path &trace, const std::filesystem::path &program,
              const std::vector<std::string> &only = {});

    const TraceReader &reader() const { return reader_; }
    const TraceHeader &header() const { return reader_.header(); }
    /// The trace's symbols; with segments and source lines where the program was found.
    const Image &names() const { return names_; }
    bool has_program() const { return problem_.empty(); }
    /// Why there is no program: one line, or nothing.
    const std::string &program_problem() const { return problem_; }

    /// Plays the trace. Can be called again.
    void read(Observer &sink);
    /// After read(): lines that say that the trace was cut off or damaged, and that it does not
    /// show all; else nothing.
    const std::string &warning() const { return warning_; }
    /// After read(): the end record; without nodes where there is none.
    const RunSummary &summary() const { return summary_; }

  private:
    TraceReader reader_;
    Image names_;
    std::string problem_, warning_;
    RunSummary summary_;
};

} // namespace inlet
