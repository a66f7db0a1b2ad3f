// The free slots of a buffer, as known upstream.
#pragma once

#include "net/contract.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace inlet {
class Archive;
}

namespace inlet::net {

/// Every slot has a time from which it may be filled again. Slots are filled in the order in which
/// they become free. Memory is allocated for as many as were in use at one time, if these are more
/// than stand here: then all of it is in one line of the cache.
class alignas(64) Slots {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    explicit Slots(std::uint32_t slots = 0) : free_at_(slots ? 0 : never), fresh_(slots) {}

    void archive(Archive &ar);

    /// The cycle from which one more can be filled; never: not known yet.
    std::uint64_t free_at() const { return free_at_; }
    /// Slots that are free at `cycle`, as far as is known.
    std::uint32_t free(std::uint64_t cycle) const {
        std::uint32_t low = 0, high = used_; // the times never fall
        while (low < high) {
            const std::uint32_t middle = (low + high) / 2;
            if (at(middle) <= cycle)
                low = middle + 1;
            else
                high = middle;
        }
        return fresh_ + low;
    }
    /// Fills the slot of free_at().
    void fill() {
        ++filled_;
        if (fresh_) {
            --fresh_;
        } else {
            first_ = first_ + 1 == room_ ? 0 : first_ + 1;
            --used_;
        }
        free_at_ = fresh_ ? 0 : used_ ? at(0) : never;
    }
    /// A slot becomes free at `cycle`, no earlier than at the last call.
    void release(std::uint64_t cycle) {
        contract::release(cycle, filled_, used_ ? at(used_ - 1) : 0);
        --filled_;
        if (used_ == room_) grow();
        times()[place(used_++)] = cycle;
        if (free_at_ == never) free_at_ = cycle;
    }

  private:
    static constexpr std::uint32_t near = 3;

    std::uint64_t *times() { return far_ ? far_.get() : near_; }
    const std::uint64_t *times() const { return far_ ? far_.get() : near_; }
    std::uint32_t place(std::uint32_t i) const {
        const std::uint32_t place = first_ + i;
        return place < room_ ? place : place - room_;
    }
    std::uint64_t at(std::uint32_t i) const { return times()[place(i)]; }
    void grow() {
        const std::uint32_t more = 2 * room_;
        auto far = std::make_unique<std::uint64_t[]>(more);
        for (std::uint32_t i = 0; i < used_; ++i) far[i] = at(i);
        far_ = std::move(far);
        first_ = 0;
        room_ = more;
    }

    std::uint64_t free_at_;                ///< of the next one
    std::uint64_t near_[near] = {};        ///< of those that were filled before: a ring
    std::unique_ptr<std::uint64_t[]> far_; ///< instead of `near_`, if they are more
    std::uint32_t room_ = near;            ///< of the ring
    std::uint32_t first_ = 0, used_ = 0;
    std::uint32_t fresh_;      ///< never filled yet
    std::uint32_t filled_ = 0; ///< and not released
};

} // namespace inlet::net
