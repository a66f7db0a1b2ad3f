// What network instructions in a processor may have besides messages of words.
#pragma once

#include "inlet/mesh_config.h"

#include <cstdint>
#include <optional>

namespace inlet {

struct MachineConfig;

/// Vector registers of the network interface. Numbers are cycles.
struct VectorConfig {
    std::uint32_t load = 1;            ///< a load of a register, beside its words
    std::uint32_t store = 2;           ///< a store of one, beside its words
    std::uint32_t words_per_cycle = 1; ///< words that a load or store moves in a cycle

    bool operator==(const VectorConfig &) const = default;
};

/// What an instruction of the network interface needs of them.
struct NetworkNeeds {
    bool vectors = false, multicasts = false;
};

struct NetworkParts {
    std::optional<VectorConfig> vectors{};
    /// The network in place of the machine's own. It has multicasts.
    std::optional<MeshConfig> grid{};

    bool meets(NetworkNeeds needs) const {
        return (!needs.vectors || vectors) && (!needs.multicasts || grid);
    }
    bool operator==(const NetworkParts &) const = default;
};

/// Those of a machine whose network instructions may lack some; nullptr: the machine has no such
/// instructions, or the processor has them whole (T1), or has none of these parts (x86).
const NetworkParts *network_parts(const MachineConfig &config);
NetworkParts *network_parts(MachineConfig &config);

/// The grid of a machine whose network is one, of T1's kind or by network_parts(); nullptr: the
/// network is another one.
const MeshConfig *grid_of(const MachineConfig &config);
MeshConfig *grid_of(MachineConfig &config);

} // namespace inlet
