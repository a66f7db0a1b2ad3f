// Text that comes from a program, made safe for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace inlet {

/// Replaces each byte that is neither printable ASCII nor part of a character in UTF-8 by '?', so
/// that the result is UTF-8 without control sequences. Characters that control a terminal or the
/// direction of the text are replaced too.
std::string printable(std::string_view text);

/// A C++ name of more than 100 characters without the arguments of its templates and parameters:
/// "std::map<...>::at(...)". Any other name as it is.
std::string shortened(std::string_view name);

/// Characters of a text in UTF-8: its width in a column.
std::size_t characters(std::string_view text);

} // namespace inlet
