// What several tables of a report share.
#pragma once

#include "inlet/table.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <vector>

namespace inlet {

inline double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// Sorts by descending cost, keeps the first `most`, and adds a note on the rest.
template <typename Item, typename Cost>
void keep_most(std::vector<Item> &items, Cost cost, std::size_t most, Table &table) {
    std::stable_sort(items.begin(), items.end(),
                     [&](const Item &a, const Item &b) { return cost(a) > cost(b); });
    if (most == 0 || items.size() <= most) return;
    std::uint64_t rest = 0;
    for (std::size_t i = most; i < items.size(); ++i) rest += cost(items[i]);
    table.notes.push_back(
        fmt::format("{} more with {} cycles together.", items.size() - most, rest));
    table.left_out = items.size() - most;
    items.resize(most);
}

} // namespace inlet
