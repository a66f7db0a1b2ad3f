// Parses the command line and runs the command.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace inlet::cli {

/// Runs one command line, without the program's name. Prints errors to stderr and returns the exit
/// code.
int main(std::vector<std::string> words);

/// Runs `command` and returns its result. Prints an exception to stderr and returns its exit code.
int status_of(const std::function<int()> &command);

} // namespace inlet::cli
