#include "description/config_sp2.h"

#include <nlohmann/json.hpp>

namespace inlet {

MachineConfig read_sp2(const nlohmann::json &document) {
    const auto value_of = [](const nlohmann::json &object, const char *name) {
        return object.at(name).at("value").get<std::uint32_t>();
    };
    MachineConfig config;
    config.kind = "sp2";
    config.nodes = value_of(document, "nodes");
    config.max_nodes = value_of(document, "max_nodes");
    config.memory_bytes = value_of(document, "memory_bytes");
    PpcConfig &ppc = config.ppc.emplace();
    ppc.load_use = value_of(document, "load_use");
    ppc.cache_line = value_of(document, "cache_line");
    for (std::size_t key = 0; key < ppc.costs.size(); ++key)
        ppc.costs[key] = value_of(document.at("costs"), isa::ppc::cost_key_names[key]);
    config.costs.fill(1);
    return config;
}

} // namespace inlet
