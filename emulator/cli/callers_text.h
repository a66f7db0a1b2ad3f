// By which calls, and for which message, a node is where it is.
#pragma once

#include <cstdint>
#include <inlet/context.h>
#include <inlet/image.h>
#include <inlet/state_dump.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

/// "called from 0x00010234 (main+0x14, sum.c:12)": the innermost call that is the program's own,
/// that is, has a source line, and not in a header of the C++ library; where none has, some of them
/// by name. Empty where `pc` itself is the program's own, and where no call is known.
std::string callers_text(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                         const Image &image);

/// "in a low handler, of message 1:7 from node 1"; empty for main.
/// Where no handler begins at the address that the message carried, that follows.
std::string context_text(Context context, const std::optional<Handled> &message,
                         const Image &image);

} // namespace inlet::cli
