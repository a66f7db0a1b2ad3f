#include "analysis/wiring.h"

#include "inlet/config.h"
#include "inlet/distances.h"

namespace inlet {

Wiring::Wiring(const TraceHeader &header) {
    try {
        const MachineConfig config = MachineConfig::parse(header.machine, header.machine_name);
        const auto *const grid = config.find<MeshConfig>();
        if (!grid) {
            if (header.nodes == 0 || header.nodes > config.max_nodes) return;
            const std::shared_ptr<Platform> platform = Platform::make(config, header.nodes, 0);
            other_ = &platform->network().topology();
            platform_ = platform;
            return;
        }
        mesh_ = *grid;
    } catch (const UserError &) { // the machine file was written by hand
        return;
    }
    if (header.columns != 0) mesh_.columns = header.columns;
    mesh_.io_nodes = header.io_nodes;
    const net::Grid grid(mesh_.topology, header.nodes - header.io_nodes, mesh_.columns,
                         header.io_nodes);
    if (header.io_nodes > grid.columns()) return;
    grid_ = grid;
}

std::string Wiring::port_name(Port port) const {
    return topology() != nullptr ? topology()->port_name(port) : inlet::port_name(port);
}

std::vector<std::uint32_t> distances(const MachineConfig &config, std::uint32_t nodes,
                                     std::uint32_t source) {
    const std::unique_ptr<Platform> platform = Platform::make(config, nodes, 0);
    const net::Topology &topology = platform->network().topology();
    std::vector<std::uint32_t> links(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node)
        if (node != source)
            links[node] = platform->has_routers() ? topology.distance(source, node) : 1;
    return links;
}

} // namespace inlet
