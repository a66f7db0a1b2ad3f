// A tournament tree of clocks: the smallest one, with updates in logarithmic time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace inlet {

class ClockTree {
  public:
    explicit ClockTree(std::uint32_t clocks)
        : leaves_(std::bit_ceil(std::max(clocks, 1u))), tree_(2 * leaves_, ~std::uint64_t{0}) {}

    void set(std::uint32_t clock, std::uint64_t value) {
        std::uint32_t at = leaves_ + clock;
        tree_[at] = value;
        while (at >>= 1) tree_[at] = std::min(tree_[2 * at], tree_[2 * at + 1]);
    }
    std::uint64_t at(std::uint32_t clock) const { return tree_[leaves_ + clock]; }
    std::uint64_t smallest() const { return tree_[1]; }
    /// The smallest clock; of equal clocks the lowest number.
    std::uint32_t first() const {
        std::uint32_t at = 1;
        while (at < leaves_) at = tree_[2 * at] == tree_[at] ? 2 * at : 2 * at + 1;
        return at - leaves_;
    }
    /// The smallest of all but `clock`.
    std::uint64_t smallest_but(std::uint32_t clock) const {
        std::uint64_t least = ~std::uint64_t{0};
        for (std::uint32_t at = leaves_ + clock; at > 1; at >>= 1)
            least = std::min(least, tree_[at ^ 1]);
        return least;
    }

  private:
    std::uint32_t leaves_;
    std::vector<std::uint64_t> tree_;
};

} // namespace inlet
