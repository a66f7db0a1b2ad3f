// Writes a trace file, frame by frame.
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

/// The first failed write is remembered, and later ones are skipped.
class TraceOutput {
  public:
    /// Opens the file and writes magic and version. Throws UserError.
    TraceOutput(const std::filesystem::path &path, std::uint32_t version);

    /// Compresses and writes a frame. The file is valid after every frame.
    void frame(std::span<const std::uint8_t> bytes);
    void frame(const std::string &text);
    /// Writes `bytes` in as many frames as needed.
    void frames(std::span<const std::uint8_t> bytes);
    /// Throws UserError if a write has failed. Called before the run.
    void check() const;
    /// Closes the file. Throws UserError if a write has failed.
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
