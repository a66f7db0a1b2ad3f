// The PCI bus between a host and its Myrinet interface: the processor's write-combining buffers,
// the bridge's queue of posted writes, and transfers, of which one at a time occupies the bus.
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

    /// Bytes to write to an aligned line of SRAM.
    struct Line {
        std::uint32_t offset = 0;
        std::uint32_t mask = 0; ///< bit n is set if byte n is written
        std::array<std::uint8_t, line_bytes> data{};
        void archive(Archive &ar);
    };
    enum class Kind : std::uint8_t {
        write, ///< by the host; SRAM changes at the end
        load,  ///< by the host; SRAM is read at the end
        burst  ///< by the host DMA
    };
    struct Transfer {
        Kind kind = Kind::write;
        std::uint64_t begin = 0, end = 0;
        Line line;               ///< a write's data; a load uses the offset
        std::uint32_t bytes = 0; ///< size of a load or a burst
        void archive(Archive &ar);
    };

    explicit Pci(const MyrinetConfig &config) : config_(&config) {}

    /// Stores into the combining buffers. Returns the ticks for which the processor waits.
    std::uint64_t combine(std::uint64_t now, std::uint32_t offset, unsigned bytes,
                          std::uint64_t value);
    /// Posts an uncached store. Returns the ticks for which the processor waits.
    std::uint64_t store(std::uint64_t now, std::uint32_t offset, unsigned bytes,
                        std::uint64_t value);
    /// Empties all combining buffers. Returns the ticks until the bridge has accepted them.
    std::uint64_t flush(std::uint64_t now);
    /// Returns the ticks until all writes have ended.
    std::uint64_t until_written(std::uint64_t now) const;
    /// Begins a load after all earlier writes. Returns the ticks until its transfer begins.
    std::uint64_t load(std::uint64_t now, std::uint32_t offset, unsigned bytes);
    /// Begins a burst of the host DMA when the bus is free, `ready` at the earliest.
    void burst(std::uint64_t ready, std::uint32_t bytes);

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
    std::vector<Line> buffers_; ///< combining buffers in use, the oldest first
    std::deque<Transfer> transfers_;
    std::uint64_t free_at_ = 0; ///< end of the last transfer and of the pause after it
};

} // namespace inlet::myrinet
