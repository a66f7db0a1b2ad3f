// A calendar queue of bit sets: the next date of each of many places.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::net {

/// Each place has at most one date (a cycle). Each of the next `window` cycles has a set of places.
/// Places with later dates are searched when their date comes near.
class Calendar {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    explicit Calendar(std::uint32_t places) : words_((places + 63) / 64), dates_(places, never) {
        while (words_ > std::size_t{64} << group_bits_) ++group_bits_;
        words_ = (words_ + (1u << group_bits_) - 1) >> group_bits_ << group_bits_;
        sets_.resize(window * words_);
    }

    void archive(Archive &ar);

    /// The earliest date.
    std::uint64_t next() const { return next_; }
    std::uint64_t date(std::uint32_t place) const { return dates_[place]; }
    /// Gives a place this date unless it has an earlier one. Not before the cycle passed to.
    void lower(std::uint32_t place, std::uint64_t date) {
        assert(date >= today_);
        if (dates_[place] <= date) return;
        if (dates_[place] != never) remove(place);
        add(place, date);
    }
    /// Removes the lowest place with the date next() and returns it.
    std::uint32_t pop() {
        const std::uint64_t date = next_;
        pass(date); // now it is in a set
        const std::uint64_t set = date % window;
        std::uint32_t word = static_cast<std::uint32_t>(std::countr_zero(filled_[set]))
                             << group_bits_;
        while (!sets_[set * words_ + word]) ++word;
        const std::uint32_t place = word * 64 + std::countr_zero(sets_[set * words_ + word]);
        remove(place);
        return place;
    }
    /// Moves on to `cycle`. All earlier dates have been removed.
    void pass(std::uint64_t cycle) {
        assert(cycle <= next_);
        today_ = cycle;
        if (far_ != never && far_ - today_ < window) bring_near();
    }

  private:
    static constexpr std::uint64_t window = 256; // cycles, a power of two

    void add(std::uint32_t place, std::uint64_t date) {
        dates_[place] = date;
        next_ = std::min(next_, date);
        if (date - today_ >= window) {
            far_ = std::min(far_, date);
            return;
        }
        const std::uint64_t set = date % window;
        sets_[set * words_ + place / 64] |= std::uint64_t{1} << place % 64;
        filled_[set] |= std::uint64_t{1} << (place / 64 >> group_bits_);
        used_[set / 64] |= std::uint64_t{1} << set % 64;
    }
    void remove(std::uint32_t place) {
        const std::uint64_t date = dates_[place], set = date % window;
        dates_[place] = never;
        if (date - today_ >= window) {
            if (date == far_) bring_near(); // finds the next far one
        } else if (!(sets_[set * words_ + place / 64] &= ~(std::uint64_t{1} << place % 64)) &&
                   is_empty(set, place / 64 >> group_bits_) &&
                   !(filled_[set] &= ~(std::uint64_t{1} << (place / 64 >> group_bits_)))) {
            used_[set / 64] &= ~(std::uint64_t{1} << set % 64);
        } else {
            return; // others have this date
        }
        if (date == next_) next_ = earliest();
    }
    bool is_empty(std::uint64_t set, std::uint32_t group) const {
        const std::size_t first = set * words_ + (std::size_t{group} << group_bits_);
        for (std::size_t word = first + (std::size_t{1} << group_bits_); word-- > first;)
            if (sets_[word]) return false;
        return true;
    }
    std::uint64_t earliest() const {
        constexpr std::uint64_t words = window / 64;
        const std::uint64_t first = today_ % window;
        for (std::uint64_t i = 0; i <= words; ++i) {
            std::uint64_t used = used_[(first / 64 + i) % words];
            // The search begins at today's bit and ends, after a turn, before it.
            const std::uint64_t from_today = ~std::uint64_t{0} << first % 64;
            if (i == 0) used &= from_today;
            if (i == words) used &= ~from_today;
            if (!used) continue;
            const std::uint64_t set = (first / 64 + i) % words * 64 + std::countr_zero(used);
            return today_ + (set - first) % window;
        }
        return far_;
    }
    void bring_near() {
        far_ = never;
        for (std::uint32_t place = 0; place < dates_.size(); ++place) {
            const std::uint64_t date = dates_[place];
            if (date == never) continue;
            if (date - today_ >= window)
                far_ = std::min(far_, date);
            else
                add(place, date);
        }
    }

    std::size_t words_;       ///< of a set
    unsigned group_bits_ = 0; ///< a bit of filled_ is for 1 << group_bits_ words
    std::uint64_t today_ = 0; ///< no date is before it
    std::uint64_t next_ = never;
    std::uint64_t far_ = never;                     ///< the earliest date that is in no set
    std::vector<std::uint64_t> dates_;              ///< by place
    std::vector<std::uint64_t> sets_;               ///< by date and place: bits
    std::array<std::uint64_t, window> filled_{};    ///< by date: bits of the groups that are not 0
    std::array<std::uint64_t, window / 64> used_{}; ///< bits of the sets that are not empty
};

} // namespace inlet::net
