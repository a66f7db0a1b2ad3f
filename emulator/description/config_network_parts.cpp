#include "description/config_kinds.h"
#include "description/members.h"
#include "inlet/config.h"
#include "inlet/network_parts.h"

namespace inlet {

void members(Members &m, MeshConfig &grid) {
    constexpr std::uint32_t most = 1'000;
    std::uint32_t topology = grid.topology == GridKind::cylinder;
    m.choice("topology", topology, {"mesh", "cylinder"}, "whether each row is a ring: cylinder");
    grid.topology = topology ? GridKind::cylinder : GridKind::mesh;
    m.number("columns", grid.columns, 0, 1024, "columns; 0: as square as possible");
    m.number("hop_latency", grid.hop_latency, 1, most,
             "of a packet's head from one router's input to the next's");
    m.number("cycles_per_word", grid.cycles_per_word, 1, most,
             "cycles that a word occupies a link");
    m.number("eject_latency", grid.eject_latency, 1, most,
             "from a router to the receive buffer, before the words");
    m.number("credit_latency", grid.credit_latency, 1, most,
             "until the router before sees a slot that became free");
    m.number("header_words", grid.header_words, 1, most,
             "words of a packet besides handler and data");
    m.number("injection_packets", grid.injection_packets, 1, most,
             "slots of the outgoing buffer, per priority");
    m.number("receive_packets", grid.receive_packets, 1, most,
             "slots of the receive buffer, per priority");
    m.number("router_packets", grid.router_packets, 1, most,
             "slots of a router's input buffer, per link and priority");
    m.number("high_burst", grid.high_burst, 1, 255,
             "packets of high priority that overtake one of low priority for the same link");
}

void members(Members &m, NetworkParts &parts) {
    constexpr std::uint32_t most = 1'000'000;
    m.part("vectors", "vector registers, for messages", parts.vectors, [&](VectorConfig &vectors) {
        m.number("load", vectors.load, 1, most,
                 "cycles of a load of a vector register, beside those of its words");
        m.number("store", vectors.store, 1, most,
                 "cycles of a store of a vector register, beside those of its words");
        m.number("words_per_cycle", vectors.words_per_cycle, 1, 32,
                 "words that a load or store of a vector register moves in a cycle");
    });
    m.part("grid",
           "the network is a grid as T1's, which has multicasts; the numbers of the machine's own "
           "network count for nothing",
           parts.grid, [&](MeshConfig &grid) { members(m, grid); });
}

NetworkParts *network_parts(MachineConfig &config) {
    if (config.sparc && config.sparc->network) return &*config.sparc->network;
    if (config.ppc && config.ppc->network) return &*config.ppc->network;
    return nullptr;
}

MeshConfig *grid_of(MachineConfig &config) {
    if (config.kind == MachineConfig().kind) return &config.mesh;
    NetworkParts *const parts = network_parts(config);
    return parts && parts->grid ? &*parts->grid : nullptr;
}

// They change nothing.
const NetworkParts *network_parts(const MachineConfig &config) {
    return network_parts(const_cast<MachineConfig &>(config));
}

const MeshConfig *grid_of(const MachineConfig &config) {
    return grid_of(const_cast<MachineConfig &>(config));
}

} // namespace inlet
