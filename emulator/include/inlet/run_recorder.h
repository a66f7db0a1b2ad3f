// Records a run in a trace file (docs/trace.md): the inputs of the run, so that TraceReader can
// repeat and observe it. The run itself is not observed and keeps its speed.
#pragma once

#include "inlet/machine.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace inlet {

struct RecordOptions {
    std::filesystem::path file = {};
    std::vector<std::string> only = {}; ///< conditions for readers (TraceFilter)
    /// If not 0: the file has only the last cycles, between this many and twice as many, and is
    /// written at the end of the run. A ring buffer keeps snapshots meanwhile.
    std::uint64_t ring = 0;
};

/// The file is valid after every part: a run that crashes leaves a trace that can be read up to
/// there.
class RunRecorder {
  public:
    /// Sets callbacks in `run`, so it must be called before the machine is made. Opens the file and
    /// writes the header, so that errors show before the run. Throws UserError.
    RunRecorder(RecordOptions options, const MachineConfig &config, const Image &image,
                RunOptions &run);
    /// Without finish(): writes the records so far, and marks the trace as ended early.
    ~RunRecorder();
    RunRecorder(const RunRecorder &) = delete;
    RunRecorder &operator=(const RunRecorder &) = delete;

    /// Call before the machine runs. `from`: the snapshot from which it continues.
    void begin(Machine &machine, const Snapshot *from = nullptr);
    /// Writes the end record and closes the file. `end` is a JSON text about how the run ended.
    /// Throws UserError if anything since the start could not be written. A ring that is not needed
    /// is not finished.
    void finish(const std::string &end);

    std::uint64_t bytes() const; ///< of the file

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace inlet
