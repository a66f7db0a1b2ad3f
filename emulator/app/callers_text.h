// Describes the calls and the message that have led to a node's pc.
#pragma once

#include <cstdint>
#include <inlet/context.h>
#include <inlet/handler_calls.h>
#include <inlet/image.h>
#include <inlet/state_dump.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::app {

/// "called from 0x00010234 (main+0x14, sum.c:12)": the innermost call in the program's own code,
/// which has a source line outside of the C++ library's headers. Without such a call, up to four
/// calls by name. Empty if `pc` itself is the program's own or no call is known.
std::string callers_text(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                         const Image &image);

/// "in a low handler, of message 1:7 from node 1"; empty for main. Adds a note if no handler begins
/// at the address in the message.
std::string context_text(Context context, const std::optional<Handled> &message,
                         const Image &image);

/// The same where polls or a kernel call handlers, so that main is the only context: "in handler
/// count", or a note if the call led to no code of the program. Empty: no handler was called.
std::string called_handler_text(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                                const Image &image);

/// Whether `address` is in the program's text.
bool is_text(std::uint32_t address, const Image &image);

} // namespace inlet::app
