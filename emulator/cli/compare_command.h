// `inlet compare`: compiles one program for several machines, runs it on each, and says what
// differs.
#pragma once

#include "app/job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::cli {

struct CompareArguments {
    std::vector<std::string> machines;  ///< names or files
    std::vector<std::string> words;     ///< for the compilers: sources, options, libraries
    std::vector<std::string> arguments; ///< the program's
    std::uint32_t nodes = 16;
    std::uint64_t max_cycles = app::JobArguments().max_cycles;
    std::uint32_t jobs = 0;     ///< concurrent compilations and runs; 0: one a core of the host
    std::string compilers;      ///< folder; empty: beside inlet
    std::string keep;           ///< folder for the programs; empty: they are deleted
    std::string ignore;         ///< a regular expression: parts of lines that may differ
    bool ignore_output = false; ///< outputs are not compared
    bool csv = false;
    bool json = false;
};

/// Returns the exit code. Throws UserError, but only before the first compilation.
int compare(const CompareArguments &arguments);

} // namespace inlet::cli
