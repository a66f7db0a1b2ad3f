#include "description/config_cm5.h"

#include <nlohmann/json.hpp>

namespace inlet {

namespace {

std::uint32_t value_of(const nlohmann::json &object, const char *name) {
    return object.at(name).at("value").get<std::uint32_t>();
}

} // namespace

MachineConfig read_cm5(const nlohmann::json &document) {
    MachineConfig config;
    config.kind = "cm5";
    config.nodes = value_of(document, "nodes");
    config.max_nodes = value_of(document, "max_nodes");
    config.memory_bytes = value_of(document, "memory_bytes");
    SparcConfig &sparc = config.sparc.emplace();
    sparc.v8 = document.value("processor", nlohmann::json::object()).value("v8", false);
    sparc.load_use = value_of(document, "load_use");
    sparc.annulled_slot = value_of(document, "annulled_slot");
    config.exception_cycles = value_of(document, "trap_entry");
    for (std::size_t key = 0; key < sparc.costs.size(); ++key)
        sparc.costs[key] = value_of(document.at("costs"), isa::sparc::cost_key_names[key]);
    config.costs.fill(1);
    return config;
}

} // namespace inlet
