// The kinds of machine files.
#pragma once

#include "inlet/config.h"
#include "inlet/machine_kind.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace inlet {

class Members;

struct KindOfFile {
    const char *name; ///< the member "kind" of a file
    /// The list of members, from which come the reader, the schema (machines/schema-NAME.json is
    /// the same), the check of ranges and the hash. It makes the parts of the kind if there are
    /// none, and sets what follows from the numbers.
    void (*members)(Members &m, MachineConfig &config);
    KindFacts facts{};
    /// Throws UserError where numbers contradict each other or the network's contract; nullptr:
    /// there is nothing to check beside the ranges. `where`: the file or machine, for messages.
    void (*check)(const MachineConfig &config, const std::string &where) = nullptr;
};

/// nullptr: there is no such kind.
const KindOfFile *kind_of_file(const std::string &name);
std::vector<std::string> kinds_of_files();
/// Adds a kind, before any machine file is read: for tests with machines of their own.
void add_kind_of_file(const KindOfFile &kind);
/// The kind of a document; the usual one if it has none or an unknown one.
const KindOfFile &kind_of_document(const nlohmann::json &document);
/// The schema of a kind.
nlohmann::json schema_of(const KindOfFile &kind);

} // namespace inlet
