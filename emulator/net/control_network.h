// The control network of a CM-5, reduced to one global barrier. Each node enters it; all nodes see
// its completion some cycles after the last one entered.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::net {

class ControlNetwork {
  public:
    /// `latency`: cycles from the last node's entry until nodes see that it is complete, at least
    /// 1.
    ControlNetwork(std::uint32_t nodes, std::uint32_t latency)
        : latency_(latency), entered_(nodes) {}

    /// The node enters at `cycle`. False: it is in a barrier that it has not seen complete.
    bool enter(std::uint64_t cycle, std::uint32_t node);
    /// Whether the barrier that the node entered last is complete at `cycle`; A node that never
    /// entered one sees a complete one. False is certain only when no node can still enter before
    /// `cycle` less the latency.
    bool complete(std::uint64_t cycle, std::uint32_t node) const {
        return entered_[node] == round_ && cycle >= complete_at_;
    }
    /// The cycle at which the barrier of the node is complete, if all nodes have entered it; else
    /// `never`. A past cycle if the node has seen its completion.
    std::uint64_t completes(std::uint32_t node) const {
        return entered_[node] == round_ ? complete_at_ : never;
    }
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    std::uint32_t latency() const { return latency_; }

    /// Whether the last node has entered a barrier since the last call. The others then know when
    /// it is complete.
    bool take_completed() { return std::exchange(completed_, false); }

    void archive(Archive &ar);

  private:
    std::uint32_t latency_;
    std::uint32_t round_ = 0;            ///< barriers that all nodes have entered
    std::uint32_t came_ = 0;             ///< nodes in the next one
    std::uint64_t last_ = 0;             ///< cycle of the last of them
    std::uint64_t complete_at_ = 0;      ///< of barrier `round_`
    bool completed_ = false;             ///< since take_completed(); not in archives
    std::vector<std::uint32_t> entered_; ///< by node: barriers
};

} // namespace inlet::net
