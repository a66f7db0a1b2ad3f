// Records a run in a trace file (docs/trace.md): what goes into it, so that TraceReader can repeat
// and watch it. The run itself is not watched and is as quick as without.
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
    std::vector<std::string> only = {}; ///< TraceFilter: what of the run readers show
    /// Not 0: the file has the last cycles only, as many as this to twice as many, and is written
    /// when the run is over. A ring buffer of snapshots is kept meanwhile.
    std::uint64_t ring = 0;
};

/// The file is whole after every part: a run that dies leaves a trace that can be read up to there.
class RunRecorder {
  public:
    /// Sets what `run` has to tell, so before its machine is made. Opens the file and writes what
    /// comes first, so that whatever is wrong with it is known before the run. Throws UserError.
    RunRecorder(RecordOptions options, const MachineConfig &config, const Image &image,
                RunOptions &run);
    /// Without finish(): writes what there is, and the trace says that it ended early.
    ~RunRecorder();
    RunRecorder(const RunRecorder &) = delete;
    RunRecorder &operator=(const RunRecorder &) = delete;

    /// The machine that runs with those options, before it runs. `from`: it goes on from there.
    void begin(Machine &machine, const Snapshot *from = nullptr);
    /// Writes the end record and closes the file. `end` is a JSON text about how the run ended.
    /// Throws UserError if anything since the start could not be written. A ring that nobody needs
    /// is not finished.
    void finish(const std::string &end);

    std::uint64_t bytes() const; ///< of the file

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace inlet
