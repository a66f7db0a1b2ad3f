#include "description/config_kinds.h"
#include "description/config_members.h"

#include <nlohmann/json.hpp>

namespace inlet {

MachineConfig read_ncube2(const nlohmann::json &document) {
    MachineConfig config;
    config.kind = "ncube2";
    config.nodes = value_of(document, "nodes");
    config.max_nodes = value_of(document, "max_nodes");
    config.memory_bytes = value_of(document, "memory_bytes");
    const nlohmann::json &costs = document.at("costs");
    NcubeConfig &ncube = config.ncube.emplace();
    ncube.base = value_of(costs, "base");
    ncube.memory = value_of(costs, "memory");
    ncube.prefetch_stall = value_of(costs, "prefetch_stall");
    ncube.interrupt_extra = value_of(costs, "interrupt_extra");
    ncube.multiply = value_of(costs, "multiply");
    ncube.divide = value_of(costs, "divide");
    config.costs.fill(1);
    // PSW and PC are pushed, and both words of the vector read.
    constexpr std::uint32_t entry_accesses = 4;
    config.exception_cycles = ncube.base + entry_accesses * ncube.memory + ncube.prefetch_stall;
    return config;
}

CubeConfig read_cube(const nlohmann::json &network) {
    return {.hop = value_of(network, "hop"),
            .cycles_per_byte = value_of(network, "cycles_per_byte"),
            .eot_bytes = value_of(network, "eot_bytes"),
            .dma_start = value_of(network, "dma_start"),
            .dma_end = value_of(network, "dma_end")};
}

Ncube2Config ncube2_config(const MachineConfig &config) {
    const nlohmann::json document = nlohmann::json::parse(config.text);
    return {.network = read_cube(document.at("network")),
            .clock_hz = value_of(document, "clock_hz")};
}

} // namespace inlet
