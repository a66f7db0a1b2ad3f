#include "net/control_network.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet::net {

void ControlNetwork::Came::add(std::uint32_t more, std::uint64_t cycle) {
    nodes += more;
    last = std::max(last, cycle);
}

bool ControlNetwork::enter(std::uint64_t cycle, std::uint32_t node) {
    if (!complete(cycle, node)) return false;
    ++entered_[node];
    own_.add(1, cycle);
    if (own_.nodes < own_nodes_) return true;
    const Entries entries{round_ + 1, own_nodes_, own_.last};
    own_ = {};
    hear(entries);
    if (tell_) tell_(entries);
    return true;
}

/// Another part may be in the barrier behind the next one already.
void ControlNetwork::hear(const Entries &entries) {
    Came &came = came_[entries.round % 2];
    came.add(entries.nodes, entries.last);
    if (came.nodes < entered_.size()) return;
    ++round_;
    complete_at_ = came.last + latency_;
    came = {};
    completed_ = true;
    if (wake_) wake_();
}

void ControlNetwork::adopt(const ControlNetwork &part, const std::vector<std::uint32_t> &nodes) {
    round_ = part.round_;
    complete_at_ = part.complete_at_;
    for (const std::uint32_t node : nodes) {
        entered_[node] = part.entered_[node];
        own_.nodes += entered_[node] != round_;
    }
    own_.last = std::max({own_.last, part.own_.last, part.came_[(round_ + 1) % 2].last});
}

/// Of a part's entries only the last one of all matters, so each has that one.
void ControlNetwork::begin_as(const ControlNetwork &whole,
                              const std::vector<std::vector<std::uint32_t>> &parts,
                              std::size_t own) {
    round_ = whole.round_;
    complete_at_ = whole.complete_at_;
    entered_ = whole.entered_;
    own_ = came_[0] = came_[1] = {};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto entered = static_cast<std::uint32_t>(std::ranges::count_if(
            parts[i], [this](std::uint32_t node) { return entered_[node] != round_; }));
        if (entered == parts[i].size())
            came_[(round_ + 1) % 2].add(entered, whole.own_.last);
        else if (i == own && entered)
            own_.add(entered, whole.own_.last);
    }
}

void ControlNetwork::archive_part(Archive &ar, const std::vector<std::uint32_t> &nodes) {
    own_.last = std::max(own_.last, came_[(round_ + 1) % 2].last);
    ar(round_);
    ar.cycle(own_.last);
    ar.cycle(complete_at_);
    for (const std::uint32_t node : nodes) ar(entered_[node]);
}

void ControlNetwork::archive(Archive &ar) {
    const std::size_t nodes = entered_.size();
    ar(round_, own_.nodes);
    ar.cycle(own_.last);
    ar.cycle(complete_at_);
    ar(entered_);
    ar.require(entered_.size() == nodes, "a barrier of another number of nodes");
    const auto in_next = [this](std::uint32_t count) { return count == round_ + 1; };
    ar.require(
        std::ranges::all_of(entered_, [&](std::uint32_t n) { return n == round_ || in_next(n); }) &&
            std::ranges::count_if(entered_, in_next) == own_.nodes,
        "a barrier that nobody can leave");
}

} // namespace inlet::net
