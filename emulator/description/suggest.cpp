#include "inlet/suggest.h"

#include <algorithm>
#include <vector>

namespace inlet {

unsigned edit_distance(std::string_view a, std::string_view b) {
    // Three rows of the usual table: swaps refer to two rows back.
    std::vector<unsigned> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (unsigned j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<unsigned>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const unsigned change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> known) {
    // A third of the letters may be wrong: "hop_latencies" still finds "hop_latency", "x" finds
    // nothing.
    constexpr std::size_t longest = 64; // bounds the quadratic table
    if (word.size() > longest) return "";
    std::string best;
    unsigned best_distance = 0;
    for (const std::string &candidate : known) {
        if (candidate.size() > longest) continue;
        const unsigned distance = edit_distance(word, candidate);
        const std::size_t letters = std::max(word.size(), candidate.size());
        if (distance >= letters || distance > std::max<std::size_t>(letters / 3, 1)) continue;
        if (best.empty() || distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string found = nearest(word, known);
    return found.empty() ? "" : ": did you mean '" + found + "'?";
}

} // namespace inlet
