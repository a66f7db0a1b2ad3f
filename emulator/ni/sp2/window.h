// Memory that DMA accesses behind the processor's cache. A cached line and the memory below may
// differ until the line is flushed (003 2.1, "cacheable by the main processor although no coherence
// is guaranteed"). A line stays in the cache until it is flushed. Programs flush what they touch,
// so lines are never replaced.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::sp2 {

class Window {
  public:
    /// `bytes` is a multiple of `line_bytes`.
    Window(std::uint32_t bytes, std::uint32_t line_bytes)
        : line_bytes_(line_bytes), memory_(bytes), cache_(bytes), lines_(bytes / line_bytes) {}

    enum class Line : std::uint8_t { absent, clean, dirty };
    Line line(std::uint32_t offset) const { return lines_[offset / line_bytes_]; }
    std::uint32_t bytes() const { return static_cast<std::uint32_t>(memory_.size()); }

    /// Accesses of the processor: aligned big-endian numbers of 1, 2, 4 or 8 bytes. True: the line
    /// was fetched.
    bool load(std::uint32_t offset, unsigned bytes, std::uint64_t &value);
    bool store(std::uint32_t offset, unsigned bytes, std::uint64_t value);
    /// Write a modified line to memory. `dcbf` also drops it from the cache. Return the line's
    /// state before.
    Line flush(std::uint32_t offset, bool keep);
    /// Makes the line zero, in the cache only.
    void zero(std::uint32_t offset);

    /// Accesses of the adapter, to memory itself.
    std::span<const std::uint8_t> memory(std::uint32_t offset, std::uint32_t bytes) const {
        return std::span(memory_).subspan(offset, bytes);
    }
    void write_memory(std::uint32_t offset, std::span<const std::uint8_t> from);

    void archive(Archive &ar);

  private:
    bool fetch(std::uint32_t offset);

    std::uint32_t line_bytes_;
    std::vector<std::uint8_t> memory_;
    std::vector<std::uint8_t> cache_; ///< of the lines that are not absent
    std::vector<Line> lines_;
};

} // namespace inlet::sp2
