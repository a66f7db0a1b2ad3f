// How far a node computes past its horizon (docs/network.md, "Running ahead"). Every choice gives
// the same result; this one looks for the quickest.
#pragma once

#include <algorithm>
#include <cstdint>

namespace inlet {

class Stretch {
  public:
    static constexpr std::uint64_t longest = 1 << 20; // cycles
    /// Cycles to run ahead now; 0: not this time.
    std::uint64_t next() {
        if (pause_) {
            --pause_;
            return 0;
        }
        return is_short() ? std::min(length_, 4 * few) : length_;
    }
    /// Whether it is expected to end early, as the one before.
    bool is_short() const { return short_; }
    /// The cycles of the stretch before.
    std::uint64_t last() const { return last_; }
    /// All of it, or `cycles` up to something that had to be settled first, was kept. A node does
    /// not rest after a short stretch: a turn of the scheduler costs more than the copies.
    void kept(std::uint64_t cycles) {
        last_ = cycles;
        if (cycles >= length_) length_ = std::min(2 * length_, longest);
        short_ = cycles < few;
        rest_ = 0;
    }
    /// An event came `cycles` after the start, and all was done again up to there.
    void undone(std::uint64_t cycles) {
        last_ = cycles;
        length_ = std::clamp(cycles, shortest, length_);
        short_ = cycles < few;
        rest();
    }

  private:
    static constexpr std::uint64_t shortest = 512; // cycles
    static constexpr std::uint64_t few = 400; ///< a log of writes is quicker than copies of pages

    void rest() {
        rest_ = std::min(2 * rest_ + 1, 63u);
        pause_ = rest_;
    }

    std::uint64_t length_ = shortest; ///< cycles
    std::uint64_t last_ = 0;
    bool short_ = false;
    std::uint32_t rest_ = 0, pause_ = 0;
};

} // namespace inlet
