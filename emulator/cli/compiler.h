// The compilers of machines: finds and runs them.
#pragma once

#include <filesystem>
#include <inlet/config.h>
#include <string>
#include <vector>

namespace inlet::cli {

/// What makes programs for a machine: `name`-clang and `name`-clang++ with `options`.
struct Compiler {
    std::string name;                 ///< "t1", "cm5", "sp2", "ncube2"
    std::vector<std::string> options; ///< -mxnet, -lloggp
    std::filesystem::path c, cxx;     ///< the two programs

    bool operator==(const Compiler &) const = default;
};

/// The machine's compiler in `folder`. Empty `folder`: where ./dev build and an installation have
/// it, found from the place of inlet. Throws UserError if it is not there, or the machine has none.
Compiler find_compiler(const MachineConfig &machine, const std::string &folder);

/// Whether a word of a command line names a file that a compiler translates, by its ending.
bool is_source(const std::string &word);

struct Compilation {
    bool good = false;
    std::string messages; ///< warnings or errors
};

/// Compiles and links. `words`: sources, libraries and options, in their order; -O2 precedes them.
/// C sources stay C beside C++ ones. Throws UserError if the compiler does not start.
Compilation compile(const Compiler &compiler, const std::vector<std::string> &words,
                    const std::filesystem::path &program);

} // namespace inlet::cli
