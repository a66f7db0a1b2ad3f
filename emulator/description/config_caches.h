// Caches and write buffer of a machine file, of whatever kind.
#pragma once

#include "inlet/cache_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Of a document that its schema has been checked with: icache, dcache, cache, write_buffer.
CachesConfig read_caches(const nlohmann::json &document);

} // namespace inlet
