// Do two encodings share a word?
#pragma once

#include "model.h"

#include <optional>
#include <string>
#include <vector>

namespace inlet::isa {

/// Two rows and a word that is both.
struct Overlap {
    Row first, second;
    std::uint32_t word = 0;
};

/// A word that both rows match, if there is one. The answer is exact over all 2^32 words: such a
/// word exists if and only if the rows agree on every bit that both of them fix, and then match1 |
/// match2 is one.
std::optional<std::uint32_t> common_word(const Row &a, const Row &b);

/// Every pair of rows that share a word.
std::vector<Overlap> find_overlaps(const std::vector<Row> &rows);

/// One line per overlap: both names and the word.
std::string describe(const std::vector<Overlap> &overlaps);

} // namespace inlet::isa
