// Which schema a machine file is checked with.
#pragma once

#include "description/machine_schema.h"

#include <nlohmann/json.hpp>

namespace inlet {

/// That of the document's kind; T1's where it names none. One that there is not is an error that
/// the schema of a kind reports.
template <typename Json> nlohmann::json schema_of_kind(const Json &document) {
    const bool named = document.is_object() && document.contains("kind");
    return nlohmann::json::parse(named ? cm5_schema : machine_schema);
}

} // namespace inlet
