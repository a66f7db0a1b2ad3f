// Memory that DMA accesses behind the processor's cache. A cached line and the memory below may
// differ until the line is flushed (003 2.1, "cacheable by the main processor although no coherence
// is guaranteed"). A line stays in the cache until it is flushed. Programs flush what they touch,
// so lines are never replaced.
//
// On StarT-Voyager the memory is the SRAM of the network endpoint (004 3.2).
//
// The host has pages of it only where something was accessed: on 512 nodes a receive FIFO of an
// SP-2 has 8 MiB.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet {

class Archive;

class Window {
  public:
    static constexpr std::uint32_t page_bytes = 4096;

    /// `bytes` is a multiple of `line_bytes`, and page_bytes too.
    Window(std::uint32_t bytes, std::uint32_t line_bytes)
        : line_bytes_(line_bytes), bytes_(bytes), pages_((bytes + page_bytes - 1) / page_bytes),
          lines_(bytes / line_bytes) {}

    enum class Line : std::uint8_t { absent, clean, dirty };
    Line line(std::uint32_t offset) const { return lines_[offset / line_bytes_]; }
    std::uint32_t bytes() const { return bytes_; }

    /// Accesses of the processor: aligned big-endian numbers of 1, 2, 4 or 8 bytes. True: the line
    /// was fetched.
    bool load(std::uint32_t offset, unsigned bytes, std::uint64_t &value);
    bool store(std::uint32_t offset, unsigned bytes, std::uint64_t value);
    /// Write a modified line to memory. `dcbf` also drops it from the cache. Return the line's
    /// state before.
    Line flush(std::uint32_t offset, bool keep);
    /// Drops the line, or keeps it clean, without a write to memory: the caller writes what `line`
    /// gets, its bytes, later.
    Line evict(std::uint32_t offset, bool keep, std::span<std::uint8_t> line);
    /// Makes the line of an absent one clean, with these bytes.
    void fill(std::uint32_t offset, std::span<const std::uint8_t> line);
    /// Makes the line zero, in the cache only.
    void zero(std::uint32_t offset);

    /// A word as a load of the processor would see it, without fetching the line.
    std::uint32_t peek(std::uint32_t offset) const;

    /// Accesses of the adapter, to memory itself, within a page.
    std::span<const std::uint8_t> memory(std::uint32_t offset, std::uint32_t bytes) const;
    void write_memory(std::uint32_t offset, std::span<const std::uint8_t> from);

    void archive(Archive &ar);

  private:
    struct Page {
        std::array<std::uint8_t, page_bytes> memory{};
        std::array<std::uint8_t, page_bytes> cache{}; ///< of the lines that are not absent
    };
    Page &page(std::uint32_t offset);
    bool fetch(std::uint32_t offset);

    std::uint32_t line_bytes_, bytes_;
    std::vector<std::vector<Page>> pages_; ///< one Page each, or none: all zero
    std::vector<Line> lines_;
};

} // namespace inlet
