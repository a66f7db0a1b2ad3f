// A table as JSON, as a part of larger documents.
#pragma once

#include "inlet/table.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// The rows as an array of objects, members in the order of the columns.
nlohmann::ordered_json to_json(const Table &table);

} // namespace inlet
