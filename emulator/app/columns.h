// Formats text in columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace inlet::app {

/// Wraps `text` between words into lines of at most `width` characters.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// Aligns rows of cells in columns, one line a row with newline. The first `left` columns are
/// left-aligned, the others right-aligned. Rows may differ in length.
std::string table(const std::vector<std::vector<std::string>> &rows, std::size_t left = 1);

} // namespace inlet::app
