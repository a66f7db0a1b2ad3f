#include "measured_program.h"

#include <fmt/format.h>
#include <inlet/config.h>
#include <system_error>

namespace inlet::cli {

namespace fs = std::filesystem;

fs::path measured_program(const std::string &folder, const std::string &kind,
                          const std::string &name) {
    std::error_code error;
    fs::path place = folder;
    if (place.empty())
        place = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() /
                "share/inlet" / kind;
    const fs::path program = place / (name + ".elf");
    if (!fs::exists(program, error))
        throw UserError(fmt::format("{}: is not there. './dev build' makes it from examples/{}; a "
                                    "folder that has it can be named with --programs",
                                    program.string(), kind));
    return program;
}

} // namespace inlet::cli
