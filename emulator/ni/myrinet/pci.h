// The PCI bus between a host and its Myrinet interface: the processor's write-combining buffers,
// the bridge's queue of posted writes, and transfers one after another.
#pragma once

#include "inlet/myrinet_config.h"

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::myrinet {

class Pci {
  public:
    static constexpr std::uint32_t line_bytes = 32;
    static constexpr std::size_t combining_buffers = 4;

    /// Bytes of an aligned line of SRAM.
    struct Line {
        std::uint32_t offset = 0;
        std::uint32_t mask = 0; ///< bit n: byte n is written
        std::array<std::uint8_t, line_bytes> data{};
        void archive(Archive &ar);
    };
    enum class Kind : std::uint8_t {
        write, ///< of the host; its end changes SRAM
        load,  ///< of the host; its end is the time at which SRAM is read
        burst  ///< of the host DMA
    };
    struct Transfer {
        Kind kind = Kind::write;
        std::uint64_t begin = 0, end = 0;
        Line line;               ///< write
        std::uint32_t bytes = 0; ///< of a load, or of a burst
        void archive(Archive &ar);
    };

    explicit Pci(const MyrinetConfig &config) : config_(&config) {}

    /// A store into the combining buffers. Returns the ticks for which the processor waits.
    std::uint64_t combine(std::uint64_t now, std::uint32_t offset, unsigned bytes,
                          std::uint64_t value);
    /// An uncached store. Returns the same.
    std::uint64_t store(std::uint64_t now, std::uint32_t offset, unsigned bytes,
                        std::uint64_t value);
    /// Empties all combining buffers. Returns the ticks until the bridge has accepted them.
    std::uint64_t flush(std::uint64_t now);
    /// Ticks until all writes have ended.
    std::uint64_t until_written(std::uint64_t now) const;
    /// Begins a load behind all writes. Returns the ticks until its transfer begins.
    std::uint64_t load(std::uint64_t now, std::uint32_t offset, unsigned bytes);
    void burst(std::uint64_t now, std::uint32_t bytes);

    bool idle() const { return transfers_.empty(); }
    std::uint64_t next() const {
        return transfers_.empty() ? ~std::uint64_t{0} : transfers_.front().end;
    }
    const Transfer &first() const { return transfers_.front(); }
    void end_first() { transfers_.pop_front(); }
    void archive(Archive &ar);

  private:
    std::uint64_t write(std::uint64_t now, const Line &line, std::uint32_t cycles);
    std::uint64_t empty(std::uint64_t now, std::size_t buffer);
    Transfer &add(Kind kind, std::uint64_t now, std::uint64_t ticks);

    const MyrinetConfig *config_;
    std::vector<Line> buffers_; ///< the oldest first
    std::deque<Transfer> transfers_;
    std::uint64_t free_at_ = 0; ///< end of the last transfer, and the pause behind it
};

} // namespace inlet::myrinet
