// One number of a machine file: {"value": 3, "source": "..."}.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

namespace inlet {

inline std::uint32_t value_of(const nlohmann::json &object, const char *name) {
    return object.at(name).at("value").get<std::uint32_t>();
}

} // namespace inlet
