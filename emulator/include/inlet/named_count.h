// Counts of a run that have a name: of a machine's parts, and of its software.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

struct NamedCount {
    std::string name;
    std::uint64_t value = 0;

    bool operator==(const NamedCount &) const = default;
};
using NamedCounts = std::vector<NamedCount>;

/// Adds to the count of this name, which it appends if there is none.
inline void add_count(NamedCounts &counts, const std::string &name, std::uint64_t value) {
    for (NamedCount &count : counts)
        if (count.name == name) {
            count.value += value;
            return;
        }
    counts.push_back({name, value});
}

} // namespace inlet
