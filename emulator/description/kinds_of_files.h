// The kinds of machine files beside T1's, which has none in it.
#pragma once

#include "inlet/config.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace inlet {

struct KindOfFile {
    const char *name;   ///< the member "kind" of a file
    const char *schema; ///< text of machines/schema-NAME.json
    /// Of a document that the schema has been checked with. What only other kinds have gets values
    /// that do not matter.
    MachineConfig (*read)(const nlohmann::json &document);
};

/// Nullptr: there is no such kind.
const KindOfFile *kind_of_file(const std::string &name);
std::vector<std::string> kinds_of_files();
/// The schema of a document: that of its kind, T1's where it names none or one that there is not.
nlohmann::json schema_of_kind(const nlohmann::json &document);

} // namespace inlet
