// Reads a trace file (docs/trace.md) and plays it to an observer.
#pragma once

#include "inlet/observer.h"
#include "inlet/trace_header.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace inlet {

/// How a trace ended.
struct TraceEnd {
    bool complete = false;     ///< the end record is there
    std::string end;           ///< its JSON text
    std::string problem;       ///< where not complete: why, one phrase
    std::uint64_t records = 0; ///< instructions and events that were read
};

/// Whatever the file holds, nothing worse happens than a UserError or an end that is not complete.
class TraceReader {
  public:
    /// Reads the header. Throws UserError where there is none.
    explicit TraceReader(const std::filesystem::path &path);

    /// Whether the file begins as a trace does. False also where it cannot be read.
    static bool is_trace(const std::filesystem::path &path);

    const TraceHeader &header() const { return header_; }

    /// Plays all whole frames to `sink`, in the order of the file. Can be called again.
    TraceEnd read(Observer &sink) const;

  private:
    std::filesystem::path path_;
    TraceHeader header_;
};

} // namespace inlet
