// Reads the compressed frames of a trace file in sequence.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_DCtx_s;

namespace inlet {

class TraceFrames {
  public:
    /// Opens the file and checks magic and version. Throws UserError.
    explicit TraceFrames(const std::filesystem::path &path);

    enum class Next { frame, end, truncated, damaged };
    /// Unpacks the next frame and verifies its checksum.
    Next next();
    /// The frame that next() has unpacked. Valid until its next call.
    std::span<const std::uint8_t> frame() const { return {output_.data(), unpacked_}; }
    /// The format of the records, from oldest_version to newest_version of trace_format.h.
    std::uint32_t version() const { return version_; }

  private:
    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    struct FreeContext {
        void operator()(ZSTD_DCtx_s *context) const;
    };

    std::unique_ptr<std::FILE, Close> file_;
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
    std::uint32_t version_ = 0;
    std::vector<std::uint8_t> input_;
    std::size_t at_ = 0;               ///< first byte of input_ that is not yet unpacked
    std::size_t size_ = 0;             ///< bytes in input_
    std::vector<std::uint8_t> output_; ///< grows to the longest frame
    std::size_t unpacked_ = 0;
};

} // namespace inlet
