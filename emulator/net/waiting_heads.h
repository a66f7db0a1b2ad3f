// The choice among packets whose heads wait for the same link, in networks that hold paths.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace inlet::net {

/// Removes the head that has waited longest from `queue`, which is not empty, and returns it. Of
/// equals it takes the one at the lowest input port. `queue` has indices of `moving`.
template <class Moving>
std::uint32_t take_first(std::vector<std::uint32_t> &queue, const std::vector<Moving> &moving) {
    const auto best = std::min_element(queue.begin(), queue.end(), [&](auto a, auto b) {
        return std::pair(moving[a].since, moving[a].entry) <
               std::pair(moving[b].since, moving[b].entry);
    });
    const std::uint32_t id = *best;
    queue.erase(best);
    return id;
}

} // namespace inlet::net
