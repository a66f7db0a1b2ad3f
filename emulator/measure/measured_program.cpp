#include "measure/measured_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <inlet/config.h>
#include <system_error>

namespace inlet::measure {

namespace fs = std::filesystem;

namespace {

fs::path place_of(const std::string &folder, const std::string &kind) {
    if (!folder.empty()) return folder;
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "share/inlet" /
           kind;
}

} // namespace

std::vector<std::string> measured_names(const std::string &folder, const std::string &kind) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(place_of(folder, kind), error))
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

fs::path measured_program(const std::string &folder, const std::string &kind,
                          const std::string &name) {
    std::error_code error;
    const fs::path program = place_of(folder, kind) / (name + ".elf");
    if (!fs::exists(program, error))
        throw UserError(fmt::format("{}: is not there. './dev build' makes it from examples/{}; a "
                                    "folder that has it can be named with --programs",
                                    program.string(), kind));
    return program;
}

} // namespace inlet::measure
