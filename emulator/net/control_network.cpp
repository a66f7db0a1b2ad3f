#include "net/control_network.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet::net {

bool ControlNetwork::enter(std::uint64_t cycle, std::uint32_t node) {
    if (!complete(cycle, node)) return false;
    ++entered_[node];
    last_ = std::max(last_, cycle);
    if (++came_ < entered_.size()) return true;
    ++round_;
    came_ = 0;
    complete_at_ = last_ + latency_;
    last_ = 0;
    completed_ = true;
    return true;
}

void ControlNetwork::archive(Archive &ar) {
    const std::size_t nodes = entered_.size();
    ar(round_, came_);
    ar.cycle(last_);
    ar.cycle(complete_at_);
    ar(entered_);
    ar.require(entered_.size() == nodes, "a barrier of another number of nodes");
    const auto in_next = [this](std::uint32_t count) { return count == round_ + 1; };
    ar.require(
        std::ranges::all_of(entered_, [&](std::uint32_t n) { return n == round_ || in_next(n); }) &&
            std::ranges::count_if(entered_, in_next) == came_,
        "a barrier that nobody can leave");
}

} // namespace inlet::net
