// "Did you mean ...?": the nearest of a few known words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace inlet {

/// Number of single-character insertions, deletions, replacements and swaps of neighbours between
/// two words.
unsigned edit_distance(std::string_view a, std::string_view b);

/// The known word nearest to `word`, or "" if none is near enough.
std::string nearest(std::string_view word, std::span<const std::string> known);

/// ": did you mean 'KNOWN'?" or "".
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

} // namespace inlet
