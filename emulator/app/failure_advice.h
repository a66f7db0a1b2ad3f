// What to do about a failure that a program's runtime reports.
#pragma once

#include <string_view>

namespace inlet::app {

/// Advice on the message of a program that ended the run (xnet_fail of <fail.h>). The libraries'
/// own messages are known by their words.
std::string_view failure_advice(std::string_view message);

} // namespace inlet::app
