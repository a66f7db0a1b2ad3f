// Text in columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace inlet::cli {

/// `text` in lines of at most `width`, broken between words.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// Rows of cells under each other, every line ended. The first `left` columns are set to the left,
/// the others to the right. Rows may be of different lengths.
std::string table(const std::vector<std::vector<std::string>> &rows, std::size_t left = 1);

} // namespace inlet::cli
