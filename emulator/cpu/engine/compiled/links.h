// Where code of a Program goes on in other code of the same Program, by the guest's address.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace inlet::engine {

/// A table that compiled code reads when it leaves its region: direct-mapped by the low bits of an
/// instruction's number, with the address as a tag. What is not in it is the interpreter's.
class Links {
  public:
    /// An entry, as compiled code reads it.
    struct Link {
        const void *at = nullptr; ///< the guest's registers are in the State there
        std::uint64_t pc = nowhere;
    };
    static_assert(sizeof(Link) == 16 && offsetof(Link, pc) == 8);

    /// For so many bytes of text, whose instructions are at multiples of 1 << shift.
    Links(std::uint32_t bytes, unsigned shift)
        : shift_(shift), links_(std::clamp(std::bit_ceil((bytes >> shift) + 1), least, most)) {}

    void clear() { std::fill(links_.begin(), links_.end(), Link{}); }
    /// Where two addresses have one place, the first stays.
    void add(std::uint32_t pc, const void *at) {
        Link &link = links_[pc >> shift_ & mask()];
        if (link.pc == nowhere) link = {at, pc};
    }

    const Link *table() const { return links_.data(); }
    std::uint32_t mask() const { return static_cast<std::uint32_t>(links_.size() - 1); }
    unsigned shift() const { return shift_; }

  private:
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
    static constexpr std::uint32_t least = 64, most = 1u << 14;

    unsigned shift_;
    std::vector<Link> links_;
};

} // namespace inlet::engine
