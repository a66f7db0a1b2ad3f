// An observer that writes every event to a file (docs/trace.md).
#pragma once

#include "observe/observer.h"
#include "observe/trace_header.h"
#include "observe/trace_words.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct ZSTD_CCtx_s;

namespace inlet {

/// The file is whole after every frame: a run that dies leaves a trace that can be read up to
/// there.
class TraceWriter final : public Observer {
  public:
    static constexpr std::size_t default_frame_bytes = std::size_t{256} << 10;

    /// Opens the file and writes the header, so that whatever is wrong with it is known before the
    /// run. Throws UserError. `frame_bytes`: records are packed and written in portions of this
    /// size.
    TraceWriter(const std::filesystem::path &path, const TraceHeader &header,
                std::size_t frame_bytes = default_frame_bytes);
    /// Without finish(): writes what there is, and the trace says that it ended early.
    ~TraceWriter() override;
    TraceWriter(const TraceWriter &) = delete;
    TraceWriter &operator=(const TraceWriter &) = delete;

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

    /// Writes the end record and closes the file. `end` is a JSON text about how the run ended.
    /// Throws UserError if anything since the start could not be written.
    void finish(const std::string &end);

    std::uint64_t records() const { return records_; } ///< instructions and events
    std::uint64_t bytes() const { return bytes_; }     ///< of the file

  private:
    struct Node {
        std::uint64_t cycle = 0; ///< expected of the next instruction
        std::uint32_t pc = 0;    ///< expected of the next instruction
    };
    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    struct FreeContext {
        void operator()(ZSTD_CCtx_s *context) const;
    };

    std::uint8_t *room();
    std::uint8_t *select(std::uint8_t *at, std::uint32_t node);
    void write_frame(const void *data, std::size_t size);
    void write_all(const void *data, std::size_t size);
    void flush();

    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
    std::size_t frame_bytes_;
    std::vector<std::uint8_t> frame_; ///< records not yet packed; its size is the capacity
    std::size_t used_ = 0;            ///< of frame_
    std::vector<std::uint8_t> packed_;
    std::vector<Node> nodes_;
    std::uint32_t node_ = ~0u; ///< whom the last record belongs to
    TraceWords words_;
    std::uint64_t records_ = 0;
    std::uint64_t bytes_ = 0;
    int error_ = 0; ///< errno of the first failed write; nothing is written after it
};

} // namespace inlet
