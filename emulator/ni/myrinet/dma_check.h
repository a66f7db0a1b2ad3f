// `inlet run --check-dma` on a Myrinet: finds what changes while an engine of the interface reads
// or writes it. In the model a packet has the bytes that SRAM contains when its send DMA starts,
// and a burst moves what is there when it ends, so that a program that changes them too early would
// not notice; a LANai's engines read them one after another.
//
// The check keeps a copy of what an engine has, and compares it when the engine is done, so it
// costs the programs nothing. It does not notice loads, nor stores of what was there.
#pragma once

#include "node/shared_device.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace inlet::myrinet {

class DmaCheck {
  public:
    enum class Part : std::uint8_t {
        send,        ///< the packet that the send DMA reads
        receive,     ///< what the receive DMA is armed with
        source,      ///< what the host DMA reads
        destination, ///< what it writes
        COUNT
    };

    /// From now on nobody but the engine may change these bytes of a core's memory. Bytes that are
    /// not mapped are not checked.
    void begin(Part part, unsigned core, std::uint32_t first, std::uint32_t bytes,
               SharedBus &cores);
    /// The engine itself has written there.
    void wrote(Part part, std::uint32_t first, std::span<const std::uint8_t> bytes);
    /// What has changed, as a text; empty: nothing.
    std::string changed(Part part, SharedBus &cores) const;
    /// The same, and the engine is done.
    std::string end(Part part, SharedBus &cores);
    /// The host DMA is done.
    void end_host_dma() {
        at(Part::source).reset();
        at(Part::destination).reset();
    }
    /// What is wrong if the host now writes these bytes of SRAM; empty: nothing.
    std::string host_writes(std::uint32_t first, std::uint32_t bytes) const;

  private:
    struct Range {
        unsigned core = 0;
        std::uint32_t first = 0;
        std::vector<std::uint8_t> content;
    };
    std::optional<Range> &at(Part part) { return ranges_[static_cast<std::size_t>(part)]; }
    const std::optional<Range> &at(Part part) const {
        return ranges_[static_cast<std::size_t>(part)];
    }

    std::array<std::optional<Range>, static_cast<std::size_t>(Part::COUNT)> ranges_;
};

} // namespace inlet::myrinet
