#include "memory/caches.h"

#include <algorithm>

namespace inlet {

Caches::Caches(const CachesConfig &config, const std::optional<SecondCacheConfig> &second)
    : config_(config), second_config_(second.value_or(SecondCacheConfig{})),
      fetch_mask_(config.fetch_line() ? ~(config.fetch_line() - 1) : 0) {
    if (second)
        second_.emplace(
            CacheConfig{second->size, second->line, second->ways, second->miss, WritePolicy::back});
    if (config.instruction) instruction_.emplace(*config.instruction);
    if (config.data) data_.emplace(*config.data);
}

/// Cycles from `now` until another write can enter the buffer. Memory takes one write at a time, so
/// that those in the buffer complete `drain` cycles apart, the last at memory_free_at_.
std::uint64_t Caches::wait_for_room(std::uint64_t now) const {
    if (!config_.write_buffer) return 0;
    const auto &[depth, drain] = *config_.write_buffer;
    const std::uint64_t done = std::max(now, memory_free_at_) + drain; // the new one
    const std::uint64_t entered = done - std::min(done, std::uint64_t{depth} * drain);
    return entered > now ? entered - now : 0;
}

/// A write at `now` enters the buffer as soon as a slot is free. If it must wait, memory is busy
/// until then, so that the wait has no effect here.
void Caches::write(std::uint64_t now) {
    if (config_.write_buffer)
        memory_free_at_ = std::max(now, memory_free_at_) + config_.write_buffer->drain;
}

/// `stall` must be zero initially.
bool Caches::read(Cache &cache, std::uint32_t miss, std::uint32_t address, std::uint64_t now,
                  std::uint64_t limit, CacheStall &stall) {
    if (cache.latest(address)) return true; // most accesses
    const Cache::Finds finds = cache.find(address);
    CacheStall found;
    if (second_ && finds != Cache::Finds::hit)
        return take_line(cache, miss, address, now, limit, stall);
    if (finds != Cache::Finds::hit) found.cache = miss;
    const bool back = finds == Cache::Finds::miss_modified;
    if (back) found.write_buffer = static_cast<std::uint32_t>(wait_for_room(now));
    if (found.total() > limit) return false;
    if (back) write(now);
    cache.use(address, false);
    stall = found;
    return true;
}

/// From the second level, `miss` cycles away, or from memory. What the line replaces goes to the
/// second level if it has a place there, else to memory; nobody waits for it.
bool Caches::take_line(Cache &cache, std::uint32_t miss, std::uint32_t address, std::uint64_t now,
                       std::uint64_t limit, CacheStall &stall) {
    const bool in_second = second_->find(address) == Cache::Finds::hit;
    const std::uint64_t begin = in_second ? now : std::max(now, memory_free_at_);
    CacheStall found;
    found.cache = in_second ? miss : static_cast<std::uint32_t>(begin - now + second_config_.miss);
    if (found.total() > limit) return false;
    const auto write_back = [&] {
        memory_free_at_ = std::max(now, memory_free_at_) + second_config_.write;
    };
    const std::uint32_t victim = cache.victim(address);
    cache.use(address, false);
    if (!in_second) {
        memory_free_at_ = begin + second_config_.miss;
        if (second_->victim(address) & Cache::modified) write_back();
    }
    second_->use(address, false);
    if (victim & Cache::modified) {
        if (second_->find(victim) == Cache::Finds::hit)
            second_->use(victim, true);
        else
            write_back();
    }
    stall = found;
    return true;
}

std::uint32_t Caches::lines_of(std::uint32_t address, std::uint32_t bytes) const {
    const std::uint32_t first = address & ~(second_config_.line - 1);
    return (address + bytes - 1 - first) / second_config_.line + 1;
}

std::uint64_t Caches::serve_dma(std::uint32_t address, std::uint32_t bytes, std::uint64_t now) {
    if (!second_ || bytes == 0) return now;
    const std::uint64_t begin = std::max(now, memory_free_at_);
    memory_free_at_ = begin + std::uint64_t{lines_of(address, bytes)} * second_config_.dma;
    return begin;
}

void Caches::drop(std::uint32_t address, std::uint32_t bytes) {
    if (!second_ || bytes == 0) return;
    const std::uint32_t lines = lines_of(address, bytes);
    for (std::uint32_t i = 0; i < lines; ++i) {
        const std::uint32_t at = (address & ~(second_config_.line - 1)) + i * second_config_.line;
        if (fetched(at)) fetched_ = ~0u;
        for (std::optional<Cache> *const cache : {&instruction_, &data_, &second_})
            if (*cache) (*cache)->drop(at);
    }
}

bool Caches::fetch(std::uint32_t pc, std::uint64_t now, std::uint64_t limit, CacheStall &stall) {
    stall = {};
    if (fetched(pc)) return true;
    const bool unified = config_.unified;
    if (!read(unified ? *data_ : *instruction_,
              unified ? config_.data->miss : config_.instruction->miss, pc, now, limit, stall))
        return false;
    fetched_ = pc & fetch_mask_;
    return true;
}

bool Caches::load(std::uint32_t address, std::uint64_t now, std::uint64_t limit,
                  CacheStall &stall) {
    stall = {};
    return !data_ || read(*data_, config_.data->miss, address, now, limit, stall);
}

bool Caches::store(std::uint32_t address, std::uint64_t now, std::uint64_t limit,
                   CacheStall &stall) {
    stall = {};
    if (data_ && config_.data->write == WritePolicy::back) {
        if (!read(*data_, config_.data->miss, address, now, limit, stall)) return false;
        data_->use(address, true);
        return true;
    }
    const bool latest = data_ && data_->latest(address);
    const bool hit = latest || (data_ && data_->find(address) == Cache::Finds::hit);
    const bool fetches = data_ && !hit && config_.data->write == WritePolicy::through_allocate;
    CacheStall found;
    if (fetches) found.cache = config_.data->miss;
    const std::uint64_t ready = now + found.cache;
    found.write_buffer = static_cast<std::uint32_t>(wait_for_room(ready));
    if (found.total() > limit) return false;
    write(ready);
    if (!latest && (hit || fetches)) data_->use(address, false);
    stall = found;
    return true;
}

} // namespace inlet
