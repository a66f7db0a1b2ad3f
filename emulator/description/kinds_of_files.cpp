#include "description/kinds_of_files.h"

#include "description/config_kinds.h"
#include "description/machine_schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace inlet {

namespace {

std::vector<KindOfFile> kinds = {
    {"cm5", schema_cm5, read_cm5, hash_cm5},
    {"loggp", schema_loggp, read_loggp, hash_loggp},
    {"myrinet", schema_myrinet, read_myrinet, hash_myrinet},
    {"ncube2", schema_ncube2, read_ncube2, hash_ncube2},
    {"ncube2x86", schema_ncube2x86, read_ncube2x86, hash_ncube2x86},
    {"sp2", schema_sp2, read_sp2, hash_sp2},
    {"voyager", schema_voyager, read_voyager, hash_voyager},
};

} // namespace

const KindOfFile *kind_of_file(const std::string &name) {
    const auto found =
        std::ranges::find_if(kinds, [&](const KindOfFile &kind) { return name == kind.name; });
    return found == kinds.end() ? nullptr : &*found;
}

std::vector<std::string> kinds_of_files() {
    std::vector<std::string> names;
    for (const KindOfFile &kind : kinds) names.emplace_back(kind.name);
    return names;
}

void add_kind_of_file(const KindOfFile &kind) { kinds.push_back(kind); }

nlohmann::json schema_of_kind(const nlohmann::json &document) {
    const KindOfFile *kind = nullptr;
    if (document.is_object() && document.contains("kind") && document.at("kind").is_string())
        kind = kind_of_file(document.at("kind").get<std::string>());
    return kind ? kind->schema() : nlohmann::json::parse(machine_schema);
}

} // namespace inlet
