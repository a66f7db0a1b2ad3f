// Which lines a cache holds. It has addresses only, no data and no time: caches.h has that.
#pragma once

#include "inlet/cache_config.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace inlet {

class Archive;

/// Set-associative; of a set's lines the least recently used one is replaced. Empty at first.
class Cache {
  public:
    explicit Cache(const CacheConfig &config)
        : line_bits_(static_cast<std::uint32_t>(std::countr_zero(config.line))), ways_(config.ways),
          set_mask_(config.size / config.line / config.ways - 1),
          lines_(config.size / config.line) {}

    /// What an access to `address` finds. It changes nothing.
    enum class Finds : std::uint8_t {
        hit,
        miss,          ///< to be fetched into an empty place or that of an unmodified line
        miss_modified, ///< the line to be replaced must be written back first
    };
    Finds find(std::uint32_t address) const;

    /// Whether `address` is in the most recently used line of its set: then `use` would change
    /// nothing, unless it modifies.
    bool latest(std::uint32_t address) const {
        return (lines_[first_of(address)] | modified) == (tag(address) | modified);
    }

    /// Makes the line of `address` the most recently used one of its set, fetching it if need be.
    void use(std::uint32_t address, bool modifies);

    bool operator==(const Cache &) const = default;
    void archive(Archive &ar);

  private:
    // A line is at least eight bytes, so that its address has room for these.
    static constexpr std::uint32_t valid = 1, modified = 2;

    std::uint32_t tag(std::uint32_t address) const {
        return address >> line_bits_ << line_bits_ | valid;
    }
    std::uint32_t first_of(std::uint32_t address) const {
        return (address >> line_bits_ & set_mask_) * ways_;
    }

    std::uint32_t line_bits_, ways_, set_mask_;
    /// Set by set, in each the most recently used line first: its address, `valid`, `modified`; 0:
    /// empty.
    std::vector<std::uint32_t> lines_;
};

} // namespace inlet
