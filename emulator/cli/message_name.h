// Parses names of messages.
#pragma once

#include <inlet/observer.h>
#include <string>

namespace inlet::cli {

/// Parses "3:17", the 17th message of node 3. Throws UserError.
MessageId parse_message(const std::string &text);

} // namespace inlet::cli
