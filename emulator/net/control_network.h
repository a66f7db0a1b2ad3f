// The control network of a CM-5, reduced to one global barrier. Each node enters it; all nodes see
// its completion some cycles after the last one entered.
//
// In a machine in parts, each part has one. It knows the entries of its nodes one by one, and those
// of another part when all of its nodes have entered (docs/network.md, "Parts of a machine").
#pragma once

#include <cstdint>
#include <functional>
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
        : latency_(latency), own_nodes_(nodes), entered_(nodes) {}

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

    /// All nodes of a part have entered a barrier, the last one at `last`.
    struct Entries {
        std::uint32_t round = 0, nodes = 0;
        std::uint64_t last = 0;
    };
    using Tell = std::function<void(const Entries &)>;
    /// Before it runs: this is a part's, with so many of the nodes. `tell` tells the others of
    /// them; `wake` is called when a barrier's completion is known here.
    void divide(std::uint32_t own_nodes, Tell tell, std::function<void()> wake) {
        own_nodes_ = own_nodes;
        tell_ = std::move(tell);
        wake_ = std::move(wake);
    }
    /// What another part has told, before a node here comes to `last` + the latency.
    void hear(const Entries &entries);
    /// Takes over what a part, which knows all that others have told, knows of its nodes. Here they
    /// are as at the begin.
    void adopt(const ControlNetwork &part, const std::vector<std::uint32_t> &nodes);
    /// Becomes as a part of `whole`. `parts`: the nodes of each part; this is number `own`.
    void begin_as(const ControlNetwork &whole, const std::vector<std::vector<std::uint32_t>> &parts,
                  std::size_t own);

    void archive(Archive &ar);
    /// Saves or loads what a part knows of its nodes, for adopt() in another process.
    void archive_part(Archive &ar, const std::vector<std::uint32_t> &nodes);

  private:
    /// Entries into a barrier.
    struct Came {
        std::uint32_t nodes = 0;
        std::uint64_t last = 0; ///< cycle of the last of them
        void add(std::uint32_t more, std::uint64_t cycle);
    };

    std::uint32_t latency_, own_nodes_;
    std::uint32_t round_ = 0;            ///< barriers that all nodes have entered
    std::uint64_t complete_at_ = 0;      ///< of barrier `round_`
    bool completed_ = false;             ///< since take_completed(); not in archives
    std::vector<std::uint32_t> entered_; ///< by node: barriers
    Came own_;                           ///< into the next one, until all nodes here have
    Came came_[2];                       ///< by round % 2: of parts that have entered
    Tell tell_;
    std::function<void()> wake_;
};

} // namespace inlet::net
