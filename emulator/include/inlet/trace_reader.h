// Reads a trace file (docs/trace.md) and plays it to an observer.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"
#include "inlet/trace_header.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace inlet {

/// How a trace ended.
struct TraceEnd {
    bool complete = false;     ///< the end record was read
    std::string end;           ///< its JSON text
    std::string problem;       ///< why the trace is not complete, one phrase
    std::uint64_t records = 0; ///< instructions, events and hops that were read
};

/// Reads files of any content safely: a damaged file causes a UserError or an incomplete end.
class TraceReader {
  public:
    /// Reads the header. Throws UserError if there is none. `only`: conditions (TraceFilter);
    /// empty: those of the recording.
    explicit TraceReader(const std::filesystem::path &path,
                         const std::vector<std::string> &only = {});

    /// Whether the file begins like a trace. False if it cannot be read.
    static bool is_trace(const std::filesystem::path &path);

    const TraceHeader &header() const;
    /// Whether the file contains the program (a recorded run). A file of single records has only
    /// names.
    bool has_program() const;
    /// The program of the core that is shown.
    const Image &names() const;
    /// Hash of its file.
    std::uint64_t program_hash() const;
    /// The core of the nodes that is shown (`core=` of the conditions).
    std::uint8_t core() const;
    /// Whether all of the run is shown.
    bool shows_all() const { return shown().empty(); }
    /// A sentence on the part of the run that is shown; empty if it is all.
    std::string shown() const;

    /// Plays all whole frames to `sink`: a recorded run is repeated, single records come in the
    /// order of the file. Can be called again.
    TraceEnd read(Observer &sink) const;

  private:
    struct Content;
    std::shared_ptr<const Content> content_;
};

} // namespace inlet
