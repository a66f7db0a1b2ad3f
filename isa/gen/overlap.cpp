#include "overlap.h"

#include <fmt/format.h>

namespace inlet::isa {

std::optional<std::uint32_t> common_word(const Row &a, const Row &b) {
    if (((a.match ^ b.match) & a.mask & b.mask) != 0) return std::nullopt;
    return a.match | b.match;
}

std::vector<Overlap> find_overlaps(const std::vector<Row> &rows) {
    std::vector<Overlap> found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = i + 1; j < rows.size(); ++j) {
            if (const auto word = common_word(rows[i], rows[j]))
                found.push_back({rows[i], rows[j], *word});
        }
    }
    return found;
}

std::string describe(const std::vector<Overlap> &overlaps) {
    std::string out;
    for (const Overlap &o : overlaps)
        out += fmt::format("0x{:08X} is both {} (match 0x{:08X}, mask 0x{:08X}) and {} (match "
                           "0x{:08X}, mask 0x{:08X})\n",
                           o.word, o.first.name, o.first.match, o.first.mask, o.second.name,
                           o.second.match, o.second.mask);
    return out;
}

} // namespace inlet::isa
