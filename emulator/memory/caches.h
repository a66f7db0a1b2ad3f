// Costs of the caches and the write buffer of a node, by access, and of a second level.
#pragma once

#include "inlet/second_cache_config.h"
#include "memory/cache.h"

#include <cstdint>
#include <optional>

namespace inlet {

/// Cycles that an access adds to its instruction, by cause (cpu/cost.h).
struct CacheStall {
    std::uint32_t cache = 0;        ///< lines fetched
    std::uint32_t write_buffer = 0; ///< waits for room for a write

    std::uint64_t total() const { return std::uint64_t{cache} + write_buffer; }
};

/// Starts cold. Each call is one access of an instruction at cycle `now`. It takes place, and sets
/// `stall`, only if it costs at most `limit` cycles, the rest of the engine's budget. False:
/// nothing has changed.
class Caches {
  public:
    static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

    /// `second`: behind `config`, whose stores write back.
    explicit Caches(const CachesConfig &config,
                    const std::optional<SecondCacheConfig> &second = std::nullopt);

    /// Whether the instruction at `pc` is in the line that was fetched last. Its fetch is free then
    /// and need not be reported.
    bool fetched(std::uint32_t pc) const { return ((pc ^ fetched_) & fetch_mask_) == 0; }
    bool fetch(std::uint32_t pc, std::uint64_t now, std::uint64_t limit, CacheStall &stall);

    /// Whether a load is free and has no effect on the cache, so that it need not be reported.
    bool loads_freely(std::uint32_t address) const { return !data_ || data_->latest(address); }
    bool load(std::uint32_t address, std::uint64_t now, std::uint64_t limit, CacheStall &stall);
    bool store(std::uint32_t address, std::uint64_t now, std::uint64_t limit, CacheStall &stall);

    /// For DMA, memory serves the lines of these bytes behind those that it serves by cycle `now`.
    /// Returns the cycle at which it begins. Without a second level: `now`.
    std::uint64_t serve_dma(std::uint32_t address, std::uint32_t bytes, std::uint64_t now);
    /// DMA has written these bytes: a second level and those before it have no lines of them any
    /// more.
    void drop(std::uint32_t address, std::uint32_t bytes);

    /// For compiled code, which makes free accesses itself. Valid until this object moves.
    struct View {
        Caches *caches = nullptr;
        std::uint32_t *fetched = nullptr;           ///< address of the line fetched last
        const std::uint32_t *fetch_lines = nullptr; ///< Cache::lines()
        const std::uint32_t *data_lines = nullptr;
    };
    View view() {
        const std::optional<Cache> &fetch = config_.unified ? data_ : instruction_;
        return {this, &fetched_, fetch ? fetch->lines() : nullptr,
                data_ ? data_->lines() : nullptr};
    }

    bool operator==(const Caches &) const = default;
    void archive(Archive &ar);

  private:
    bool read(Cache &cache, std::uint32_t miss, std::uint32_t address, std::uint64_t now,
              std::uint64_t limit, CacheStall &stall);
    bool take_line(Cache &cache, std::uint32_t miss, std::uint32_t address, std::uint64_t now,
                   std::uint64_t limit, CacheStall &stall);
    std::uint32_t lines_of(std::uint32_t address, std::uint32_t bytes) const;
    std::uint64_t wait_for_room(std::uint64_t now) const;
    void write(std::uint64_t now);

    CachesConfig config_;
    std::optional<Cache> instruction_, data_;
    SecondCacheConfig second_config_;
    std::optional<Cache> second_;
    std::uint32_t fetch_mask_;    ///< address bits that select a line
    std::uint32_t fetched_ = ~0u; ///< the line fetched last; at first an address without code
    /// Cycle at which the last buffered write ends; with a second level, what memory does.
    std::uint64_t memory_free_at_ = 0;
};

} // namespace inlet
