// Reads caches and write buffer of a machine file of any kind.
#pragma once

#include "inlet/cache_config.h"

#include <nlohmann/json_fwd.hpp>

namespace inlet {

/// Reads icache, dcache, cache and write_buffer of a validated document.
CachesConfig read_caches(const nlohmann::json &document);

} // namespace inlet
