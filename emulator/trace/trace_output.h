// A trace file that is being written, frame by frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct ZSTD_CCtx_s;

namespace inlet {

/// What cannot be written is remembered, and nothing is written after it.
class TraceOutput {
  public:
    /// Opens the file and writes its first bytes. Throws UserError.
    TraceOutput(const std::filesystem::path &path, std::uint32_t version);

    /// Packed. The file is whole after every frame.
    void frame(std::span<const std::uint8_t> bytes);
    void frame(const std::string &text);
    /// As many frames as it takes.
    void frames(std::span<const std::uint8_t> bytes);
    /// Throws UserError where something could not be written, before the run.
    void check() const;
    /// Closes the file. Throws UserError where something could not be written.
    void close();
    bool open() const { return file_ != nullptr; }
    std::uint64_t bytes() const { return bytes_; } ///< of the file

  private:
    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    struct FreeContext {
        void operator()(ZSTD_CCtx_s *context) const;
    };
    void write(const void *data, std::size_t size);

    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
    std::vector<std::uint8_t> packed_;
    std::uint64_t bytes_ = 0;
    int error_ = 0; ///< errno of the first failed write
};

} // namespace inlet
