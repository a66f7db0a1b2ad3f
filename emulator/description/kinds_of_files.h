// The kinds of machine files besides T1's, which have no member "kind".
#pragma once

#include "inlet/config.h"
#include "inlet/machine_kind.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace inlet {

class Archive;

struct KindOfFile {
    const char *name;           ///< the member "kind" of a file
    nlohmann::json (*schema)(); ///< machines/schema-NAME.json is the same
    /// Reads a document that has been validated with the schema. Members of other kinds get
    /// values without effect.
    MachineConfig (*read)(const nlohmann::json &document);
    /// Archives the numbers that it adds to T1's, for MachineConfig::hash().
    void (*hash)(Archive &ar, const MachineConfig &config);
    KindFacts facts{};
};

/// nullptr: there is no such kind.
const KindOfFile *kind_of_file(const std::string &name);
std::vector<std::string> kinds_of_files();
/// Adds a kind, before any machine file is read: for tests with machines of their own.
void add_kind_of_file(const KindOfFile &kind);
/// The schema of a document: that of its kind, or T1's if it has no kind or an unknown one.
nlohmann::json schema_of_kind(const nlohmann::json &document);

} // namespace inlet
