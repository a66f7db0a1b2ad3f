// inlet run: a program on a machine, from the first cycle to the last.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::cli {

struct RunArguments {
    std::string machine = "t1";
    std::uint32_t nodes = 0; ///< 0: the machine's default
    std::uint64_t max_cycles = ~std::uint64_t{0};
    std::string trace; ///< file; empty: none
    bool json = false;
    bool summary = false;
    std::string program;
    std::vector<std::string> arguments; ///< the program's
};

/// Returns the exit code. Throws UserError.
int run(const RunArguments &arguments);

} // namespace inlet::cli
