// The vectors of packets that are on their way. A packet has the number of one; so packets stay
// small, and the copies that a multicast leaves share theirs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::net {

/// Words of a vector register (CSD-94-823 3.3).
inline constexpr unsigned vector_words = 32;
using VectorWords = std::array<std::uint32_t, vector_words>;

class Payloads {
  public:
    void archive(Archive &ar);

    /// Keeps these words, at most vector_words, for one packet. Which number they get depends on
    /// the order of the calls and must have no effect.
    std::uint32_t add(std::span<const std::uint32_t> words) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(kept_.size()));
            kept_.emplace_back();
        }
        const std::uint32_t id = free_.back();
        free_.pop_back();
        std::copy(words.begin(), words.end(), kept_[id].words.begin());
        kept_[id].packets = 1;
        return id;
    }
    /// One more packet has them.
    void share(std::uint32_t id) { ++kept_[id].packets; }
    /// One packet less; after the last one the number is free.
    void release(std::uint32_t id) {
        if (--kept_[id].packets == 0) free_.push_back(id);
    }
    bool has(std::uint32_t id) const { return id < kept_.size() && kept_[id].packets != 0; }
    const VectorWords &words(std::uint32_t id) const { return kept_[id].words; }
    /// Vectors that are kept now.
    std::size_t used() const { return kept_.size() - free_.size(); }

  private:
    struct Kept {
        VectorWords words{};
        std::uint32_t packets = 0;
    };
    std::vector<Kept> kept_;
    std::vector<std::uint32_t> free_;
};

} // namespace inlet::net
