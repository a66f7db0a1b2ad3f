#include "description/config_kinds.h"
#include "description/config_members.h"

namespace inlet {

MachineConfig read_ncube2x86(const nlohmann::json &document) {
    MachineConfig config;
    config.kind = "ncube2x86";
    config.nodes = value_of(document, "nodes");
    config.max_nodes = value_of(document, "max_nodes");
    config.memory_bytes = value_of(document, "memory_bytes");
    X86Config &x86 = config.x86.emplace();
    x86.xnet = value_of(document, "xnet") != 0;
    x86.base = value_of(document, "base_cycles");
    x86.memory = value_of(document, "access_cycles");
    for (std::size_t key = 0; key < x86.costs.size(); ++key)
        x86.costs[key] = value_of(document.at("costs"), isa::x86::cost_key_names[key]);
    config.costs.fill(1);
    // An exception pushes five words and reads a vector, as a trap from CPL 3 does.
    constexpr std::uint32_t entry_accesses = 6;
    config.exception_cycles = x86.base + entry_accesses * x86.memory +
                              x86.costs[static_cast<std::size_t>(isa::x86::CostKey::trap)];
    return config;
}

Ncube2X86Config ncube2x86_config(const MachineConfig &config) {
    const nlohmann::json document = nlohmann::json::parse(config.text);
    return {.network = read_cube(document.at("network")),
            .interrupt_extra = value_of(document, "interrupt_extra")};
}

} // namespace inlet
