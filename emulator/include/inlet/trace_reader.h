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
    bool complete = false;     ///< the end record is there
    std::string end;           ///< its JSON text
    std::string problem;       ///< where not complete: why, one phrase
    std::uint64_t records = 0; ///< instructions, events and hops that were read
};

/// Whatever the file holds, nothing worse happens than a UserError or an end that is not complete.
class TraceReader {
  public:
    /// Reads what stands before the run. Throws UserError where that is not there. `only`: what of
    /// the run is wanted (TraceFilter); empty: what whoever recorded it wanted.
    explicit TraceReader(const std::filesystem::path &path,
                         const std::vector<std::string> &only = {});

    /// Whether the file begins as a trace does. False also where it cannot be read.
    static bool is_trace(const std::filesystem::path &path);

    const TraceHeader &header() const;
    /// Whether the program is in the file: a recorded run. Else, of single records, only names are.
    bool has_program() const;
    const Image &names() const;
    /// Nothing of the run is left out.
    bool shows_all() const { return shown().empty(); }
    /// What of the run it shows, a sentence; nothing where that is all.
    std::string shown() const;

    /// Plays all whole frames to `sink`: a recorded run is repeated, single records come in the
    /// order of the file. Can be called again.
    TraceEnd read(Observer &sink) const;

  private:
    struct Content;
    std::shared_ptr<const Content> content_;
};

} // namespace inlet
