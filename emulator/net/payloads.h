// Payloads of packets under way. A packet has the number of its payload, so packets are small, and
// copies of a multicast share one.
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

    /// Stores these bytes for one packet. Their number depends on the order of calls and must not
    /// affect results.
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
    /// Adds a reference of a packet.
    void share(std::uint32_t id) { ++kept_[id].packets; }
    /// Drops a reference. The last one frees the number.
    void release(std::uint32_t id) {
        if (--kept_[id].packets == 0) free_.push_back(id);
    }
    bool has(std::uint32_t id, std::size_t bytes) const {
        return id < kept_.size() && kept_[id].packets != 0 && kept_[id].bytes.size() == bytes;
    }
    std::span<const std::uint8_t> bytes(std::uint32_t id) const { return kept_[id].bytes; }
    /// Number of stored payloads.
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
