// A link between parts of a network that are in two processes (docs/network.md, "Ranks").
#pragma once

#include "inlet/ranks.h"
#include "net/link.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet {

/// Records and the promise behind them go in one message, and only if something has changed.
/// Besides, it carries the cycle before which the run of the parts ends.
class RankLink final : public net::Link {
  public:
    RankLink(Ranks &ranks, std::uint32_t other) : ranks_(&ranks), other_(other) {}

    /// Parts begin to run, on both sides: what was promised is over.
    void begin();
    /// Lowers the cycle, for the next promise; and the lowest one that came.
    void end_before(std::uint64_t cycle) { told_.end = cycle; }
    std::uint64_t end() const { return end_; }
    /// Nothing will be put or promised until both sides go on or begin again.
    void finish();
    /// Whether the other side has finished. What it sends after that comes once this side goes on
    /// or begins again.
    bool is_finished() const { return finished_; }
    /// In place of begin(), where both sides have finished: what was promised still holds.
    void go_on();

    void promise(const net::Promise &promise) override;
    std::span<const std::byte> take() override;

  private:
    struct Head {
        std::uint64_t border = 0, beyond = 0; ///< net::Promise
        std::uint64_t taken = 0;              ///< records that the promise counts
        std::uint64_t end = 0;
        std::uint64_t last = 0; ///< 1: nothing more comes
        bool operator==(const Head &) const = default;
    };

    std::span<std::byte> room(std::size_t bytes) override;
    bool listen(Heard &heard) override;
    void send();

    Ranks *ranks_;
    std::uint32_t other_;
    Head told_, sent_;
    std::vector<std::byte> out_; ///< the next message: a head, and each record behind its size
    std::vector<std::byte> in_;  ///< records that have come
    std::size_t read_ = 0;       ///< bytes of it
    std::uint64_t end_ = 0;
    bool begins_ = false, finished_ = true;
};

} // namespace inlet
