// What network instructions in a processor may have besides messages of words.
#pragma once

#include "inlet/mesh_config.h"

#include <cstdint>
#include <optional>

namespace inlet {

struct MachineConfig;

/// Vector registers of the network interface. Numbers are cycles.
struct VectorConfig {
    std::uint32_t load = 0;            ///< a load of a register, beside its words
    std::uint32_t store = 0;           ///< a store of one, beside its words
    std::uint32_t words_per_cycle = 0; ///< words that a load or store moves in a cycle

    bool operator==(const VectorConfig &) const = default;
};

/// What an instruction of the network interface needs of them.
struct NetworkNeeds {
    bool vectors = false, multicasts = false;
};

/// `send_refused` and `dispatch` are cycles.
struct NetworkParts {
    std::uint32_t send_refused = 0; ///< a SEND that the network refuses
    std::uint32_t dispatch = 0;     ///< from an event to the first instruction of its handler
    std::optional<VectorConfig> vectors{};
    /// The network in place of the machine's own. It has multicasts.
    std::optional<MeshConfig> grid{};

    bool meets(NetworkNeeds needs) const {
        return (!needs.vectors || vectors) && (!needs.multicasts || grid);
    }
    bool operator==(const NetworkParts &) const = default;
};

/// Those of a machine whose network instructions may lack some; nullptr: the machine has no such
/// instructions, or the processor has them whole (T1).
const NetworkParts *network_parts(const MachineConfig &config);
NetworkParts *network_parts(MachineConfig &config);

/// The grid of a machine whose network is one, its own or by network_parts(); nullptr: the network
/// is another one.
const MeshConfig *grid_of(const MachineConfig &config);
MeshConfig *grid_of(MachineConfig &config);
/// Whether the machine may have I/O nodes: its own network is a grid.
bool may_have_io_nodes(const MachineConfig &config);
/// I/O nodes of the machine.
std::uint32_t io_nodes_of(const MachineConfig &config);
/// Columns of its grid; 0: as square as possible, or the network is no grid.
std::uint32_t columns_of(const MachineConfig &config);
/// Gives it a grid of these columns with these I/O nodes. Without effect where it has no grid.
void shape_grid(MachineConfig &config, std::uint32_t columns, std::uint32_t io_nodes);

} // namespace inlet
