// The command line: what the user typed becomes arguments of a command.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace inlet::cli {

/// Runs one command line (without the program's name). Returns the exit code; errors are told on
/// stderr.
int main(std::vector<std::string> words);

/// What `command` returns, or the exit code for what it throws, which is told on stderr.
int status_of(const std::function<int()> &command);

} // namespace inlet::cli
