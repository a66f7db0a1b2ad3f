// The control network of a CM-5 as far as programs need it: one global barrier. Each node says that
// it has come; some cycles after the last one has, all see it.
#pragma once

#include <cstdint>
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

    /// The node has come, at `cycle`. False: it is in a barrier that is not complete for it.
    bool enter(std::uint64_t cycle, std::uint32_t node);
    /// Whether the barrier that the node entered last is complete at `cycle`; one that never
    /// entered any sees a complete one. Nodes that may still enter before `cycle` less the latency
    /// make this uncertain: false is certain only when all clocks have come so far.
    bool complete(std::uint64_t cycle, std::uint32_t node) const {
        return entered_[node] == round_ && cycle >= complete_at_;
    }
    std::uint32_t latency() const { return latency_; }

    void archive(Archive &ar);

  private:
    std::uint32_t latency_;
    std::uint32_t round_ = 0;            ///< barriers that all nodes have entered
    std::uint32_t came_ = 0;             ///< nodes in the next one
    std::uint64_t last_ = 0;             ///< cycle of the last of them
    std::uint64_t complete_at_ = 0;      ///< of barrier `round_`
    std::vector<std::uint32_t> entered_; ///< by node: barriers
};

} // namespace inlet::net
