// The numbers of a second level of cache and of the memory behind it.
#pragma once

#include <cstdint>

namespace inlet {

/// One cache behind those of instructions and data, which write back. Its lines have the length of
/// theirs. Memory serves one line after another: those that are fetched, written and moved by DMA.
struct SecondCacheConfig {
    std::uint32_t size = 0;  ///< bytes; a power of two
    std::uint32_t line = 0;  ///< bytes; that of the first level
    std::uint32_t ways = 1;  ///< a power of two, at most size / line
    std::uint32_t miss = 0;  ///< cycles to fetch a line from memory, instead of the first level's
    std::uint32_t write = 0; ///< cycles for which a line that is written keeps memory busy
    std::uint32_t dma = 0;   ///< the same of a line that DMA reads or writes

    bool operator==(const SecondCacheConfig &) const = default;
};

} // namespace inlet
