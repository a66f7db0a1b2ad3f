// Text in columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace inlet::cli {

/// `text` in lines of at most `width`, broken between words.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

} // namespace inlet::cli
