// The command line: what the user typed becomes arguments of a command.
#pragma once

#include <string>
#include <vector>

namespace inlet::cli {

/// Runs one command line (without the program's name). Returns the exit code; errors are told on
/// stderr.
int main(std::vector<std::string> words);

} // namespace inlet::cli
