// Readers of members that machine files of several kinds have.
#pragma once

#include "inlet/cache_config.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace inlet {

/// The number `name`: {"value": 3, "source": "..."}.
inline std::uint32_t value_of(const nlohmann::json &object, const char *name) {
    return object.at(name).at("value").get<std::uint32_t>();
}

/// Reads icache, dcache, cache and write_buffer of a validated document.
CachesConfig read_caches(const nlohmann::json &document);

} // namespace inlet
