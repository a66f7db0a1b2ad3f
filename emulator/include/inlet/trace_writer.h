// An observer that writes every event to a file (docs/trace.md).
#pragma once

#include "inlet/observer.h"
#include "inlet/trace_header.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace inlet {

/// The file is valid after every frame: a run that crashes leaves a trace that can be read up to
/// there.
class TraceWriter final : public Observer {
  public:
    static constexpr std::size_t default_frame_bytes = std::size_t{256} << 10;

    /// Opens the file and writes the header, so that errors show before the run. Throws UserError.
    /// `frame_bytes`: records are compressed and written in portions of this size.
    TraceWriter(const std::filesystem::path &path, const TraceHeader &header,
                std::size_t frame_bytes = default_frame_bytes);
    /// Without finish(): writes the records so far, and marks the trace as ended early.
    ~TraceWriter() override;
    TraceWriter(const TraceWriter &) = delete;
    TraceWriter &operator=(const TraceWriter &) = delete;

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override;

    /// Writes the end record and closes the file. `end` is a JSON text about how the run ended.
    /// Throws UserError if anything since the start could not be written.
    void finish(const std::string &end);

    std::uint64_t records() const; ///< instructions, events and hops
    std::uint64_t bytes() const;   ///< of the file

  private:
    struct File;
    std::unique_ptr<File> file_;
};

} // namespace inlet
