#include "description/config_kinds.h"
#include "description/members.h"
#include "inlet/config.h"
#include "inlet/network_parts.h"
#include "inlet/ppc_config.h"
#include "inlet/sparc_config.h"
#include "inlet/x86_config.h"

namespace inlet {

void members(Members &m, MeshConfig &grid, bool own) {
    constexpr std::uint32_t most = 1'000'000, most_packets = 4096;
    std::uint32_t topology = grid.topology == GridKind::cylinder;
    constexpr const char *topology_text =
        "how the routers are connected: a grid, or a grid whose rows are rings";
    if (own)
        m.plain_choice("topology", topology, {"mesh", "cylinder"}, topology_text, false);
    else
        m.choice("topology", topology, {"mesh", "cylinder"}, topology_text);
    grid.topology = topology ? GridKind::cylinder : GridKind::mesh;
    m.number_or("columns", grid.columns, 0, 1, 32768,
                "columns of the grid; without it the grid is as square as possible");
    m.number("hop_latency", grid.hop_latency, 1, most,
             "cycles from one router's input to the next one's, for the head of a packet; delivery "
             "takes time, so 0 is impossible");
    m.number("cycles_per_word", grid.cycles_per_word, 1, most,
             "cycles that one word occupies a link");
    m.number("eject_latency", grid.eject_latency, 1, most,
             "cycles from the last router to the receive buffer, before the words");
    m.number("credit_latency", grid.credit_latency, 1, most,
             "cycles until the sender side knows of a freed slot");
    m.number("header_words", grid.header_words, 1, 64,
             "words of a packet besides handler address and data");
    m.number("injection_packets", grid.injection_packets, 1, most_packets,
             "packets the injection buffer holds, per priority");
    m.number("receive_packets", grid.receive_packets, 1, most_packets,
             "packets the receive buffer holds, per priority");
    m.number("router_packets", grid.router_packets, 1, most_packets,
             "packets a router's input buffer holds, per link, priority and, in a ring, virtual "
             "channel");
    m.number_or("high_burst", grid.high_burst, 4, 1, 255,
                "packets of high priority that pass a waiting one of low priority, at most, which "
                "could go over the same link");
    if (!own) return;
    m.number_or("io_nodes", grid.io_nodes, 0, 0, 2047,
                "I/O nodes at the bottom edge, besides the others; at most one in each column");
    m.number_or("reorder", grid.reorder, 0, 0, most,
                "for tests: a packet waits 0 to so many cycles before its delivery, and others of "
                "its sender pass it; 0 keeps the order of CSD-94-823 A.1");
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
           parts.grid, [&](MeshConfig &grid) { members(m, grid, false); });
}

NetworkParts *network_parts(MachineConfig &config) {
    if (auto *const sparc = config.find<SparcConfig>())
        return sparc->network ? &*sparc->network : nullptr;
    if (auto *const ppc = config.find<PpcConfig>()) return ppc->network ? &*ppc->network : nullptr;
    if (auto *const x86 = config.find<X86Config>()) return x86->xnet ? &x86->parts : nullptr;
    return nullptr;
}

MeshConfig *grid_of(MachineConfig &config) {
    if (auto *const own = config.find<MeshConfig>()) return own;
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

bool may_have_io_nodes(const MachineConfig &config) { return config.find<MeshConfig>() != nullptr; }

std::uint32_t io_nodes_of(const MachineConfig &config) {
    const MeshConfig *const grid = grid_of(config);
    return grid ? grid->io_nodes : 0;
}

std::uint32_t columns_of(const MachineConfig &config) {
    const MeshConfig *const grid = grid_of(config);
    return grid ? grid->columns : 0;
}

void shape_grid(MachineConfig &config, std::uint32_t columns, std::uint32_t io_nodes) {
    if (MeshConfig *const grid = grid_of(config))
        grid->columns = columns, grid->io_nodes = io_nodes;
}

} // namespace inlet
