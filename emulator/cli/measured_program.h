// Where the compiled programs are that come with inlet and are run to be measured.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace inlet::cli {

/// `name`.elf in `folder`, or, where that is empty, in share/inlet/`kind` beside the folder that
/// inlet is in: build/bin/inlet has its programs in build/share/inlet, an installed one likewise.
/// `kind` is also the folder of its source in examples/. Throws UserError where it is not there.
std::filesystem::path measured_program(const std::string &folder, const std::string &kind,
                                       const std::string &name);
/// Those that are in that folder, sorted: of each there is `name`.json.
std::vector<std::string> measured_names(const std::string &folder, const std::string &kind);

} // namespace inlet::cli
