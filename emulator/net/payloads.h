// What packets carry behind their words while they are on their way. A packet has the number of its
// payload; so packets stay small, and the copies that a multicast leaves share theirs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::net {

class Payloads {
  public:
    void archive(Archive &ar);

    /// Keeps these bytes for one packet. Which number they get depends on the order of the calls
    /// and must have no effect.
    std::uint32_t add(std::span<const std::uint8_t> bytes) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(kept_.size()));
            kept_.emplace_back();
        }
        const std::uint32_t id = free_.back();
        free_.pop_back();
        kept_[id].bytes.assign(bytes.begin(), bytes.end());
        kept_[id].packets = 1;
        return id;
    }
    /// One more packet has them.
    void share(std::uint32_t id) { ++kept_[id].packets; }
    /// One packet less; after the last one the number is free.
    void release(std::uint32_t id) {
        if (--kept_[id].packets == 0) free_.push_back(id);
    }
    bool has(std::uint32_t id, std::size_t bytes) const {
        return id < kept_.size() && kept_[id].packets != 0 && kept_[id].bytes.size() == bytes;
    }
    std::span<const std::uint8_t> bytes(std::uint32_t id) const { return kept_[id].bytes; }
    /// Payloads that are kept now.
    std::size_t used() const { return kept_.size() - free_.size(); }

  private:
    struct Kept {
        std::vector<std::uint8_t> bytes;
        std::uint32_t packets = 0;
    };
    std::vector<Kept> kept_;
    std::vector<std::uint32_t> free_;
};

} // namespace inlet::net
