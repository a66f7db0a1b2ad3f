// The numbers of a node's caches. docs/machine-file.md says what they mean.
#pragma once

#include <cstdint>
#include <optional>

namespace inlet {

/// What a store does.
enum class WritePolicy : std::uint8_t {
    through,          ///< writes memory; a miss does not fetch the line
    through_allocate, ///< writes memory; a miss fetches the line
    back,             ///< a miss fetches the line; memory is written when the line is replaced
};

struct CacheConfig {
    std::uint32_t size = 0; ///< bytes; a power of two
    std::uint32_t line = 0; ///< bytes; a power of two from 8 to 4096
    std::uint32_t ways = 0; ///< a power of two, at most size / line
    std::uint32_t miss = 0; ///< cycles to fetch a line
    WritePolicy write = WritePolicy::through;

    bool operator==(const CacheConfig &) const = default;
};

struct WriteBufferConfig {
    std::uint32_t depth = 0; ///< writes that the buffer holds; 0: a store waits until memory has it
    std::uint32_t drain = 0; ///< cycles that memory needs for one write

    bool operator==(const WriteBufferConfig &) const = default;
};

/// The caches of one node. Without a write buffer, writes to memory take no time.
struct CachesConfig {
    std::optional<CacheConfig> instruction{};
    std::optional<CacheConfig> data{};
    bool unified = false; ///< `data` caches instructions too, and `instruction` is absent
    std::optional<WriteBufferConfig> write_buffer{};

    bool operator==(const CachesConfig &) const = default;
    bool any() const { return instruction || data || write_buffer; }
    /// Bytes of the lines in which instructions are fetched; 0: fetching takes no time.
    std::uint32_t fetch_line() const {
        if (unified) return data->line;
        return instruction ? instruction->line : 0;
    }
};

} // namespace inlet
