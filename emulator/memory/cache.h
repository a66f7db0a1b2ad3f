// The tags of a cache: which lines it holds. Costs are in caches.h; there are no data.
#pragma once

#include "inlet/cache_config.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace inlet {

class Archive;

/// Set-associative, with LRU replacement in each set. Empty at first.
class Cache {
  public:
    explicit Cache(const CacheConfig &config)
        : line_bits_(static_cast<std::uint32_t>(std::countr_zero(config.line))), ways_(config.ways),
          set_mask_(config.size / config.line / config.ways - 1),
          lines_(config.size / config.line) {}

    /// The result of an access to `address`, without its effects.
    enum class Finds : std::uint8_t {
        hit,
        miss,          ///< fetch; the victim is empty or unmodified
        miss_modified, ///< fetch; the victim must be written back first
    };
    Finds find(std::uint32_t address) const;

    /// Whether `address` is in the most recently used line of its set. Then `use` has no effect
    /// unless it modifies the line.
    bool latest(std::uint32_t address) const {
        return (lines_[first_of(address)] | modified) == (tag(address) | modified);
    }

    /// The line that use() replaces if `address` is in none: its address with flags; 0: none.
    std::uint32_t victim(std::uint32_t address) const {
        return lines_[first_of(address) + ways_ - 1];
    }
    /// Forgets the line of `address`.
    void drop(std::uint32_t address);

    /// Makes the line of `address` the most recently used one of its set. Fetches it if needed.
    void use(std::uint32_t address, bool modifies);

    bool operator==(const Cache &) const = default;
    void archive(Archive &ar);

    // Flags in the low bits of a line's address. A line has at least eight bytes.
    static constexpr std::uint32_t valid = 1, modified = 2;
    /// Set by set, the most recently used line first: its address with flags. 0: empty.
    const std::uint32_t *lines() const { return lines_.data(); }

  private:
    std::uint32_t tag(std::uint32_t address) const {
        return address >> line_bits_ << line_bits_ | valid;
    }
    std::uint32_t first_of(std::uint32_t address) const {
        return (address >> line_bits_ & set_mask_) * ways_;
    }

    std::uint32_t line_bits_, ways_, set_mask_;
    std::vector<std::uint32_t> lines_;
};

} // namespace inlet
