// Finds the compiled measurement programs of the distribution.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace inlet::measure {

/// The path of `name`.elf in `folder`. Empty `folder`: share/inlet/`kind` beside the folder of the
/// executable (build/share/inlet for build/bin/inlet). The source is in examples/`kind`. Throws
/// UserError if there is no such file.
std::filesystem::path measured_program(const std::string &folder, const std::string &kind,
                                       const std::string &name);
/// The sorted names of the papers in that folder, which have a `name`.json.
std::vector<std::string> measured_names(const std::string &folder, const std::string &kind);

} // namespace inlet::measure
