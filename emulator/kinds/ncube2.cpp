#include "kinds/ncube2.h"

#include "inlet/ncube2_config.h"
#include "kinds/divide.h"
#include "ni/ncube2/channel_interface.h"

#include <algorithm>
#include <bit>
#include <string>

namespace inlet {

namespace {

ncube::Costs costs_of(const NcubeConfig &config) {
    return {.base = config.base,
            .memory = config.memory,
            .prefetch_stall = config.prefetch_stall,
            .interrupt_extra = config.interrupt_extra,
            .multiply = config.multiply,
            .divide = config.divide};
}

} // namespace

std::uint32_t corners(std::uint32_t nodes) {
    if (!std::has_single_bit(nodes))
        throw UserError("--nodes " + std::to_string(nodes) +
                        ": a hypercube has 1, 2, 4, 8 ... nodes");
    return nodes;
}

std::uint64_t least_of(const net::Network &network, std::uint64_t ready_after) {
    return std::min(
        {network.min_delivery(false), network.min_delivery_after_take(true), ready_after});
}

Ncube2Platform::Ncube2Platform(const MachineConfig &config, std::uint32_t nodes,
                               std::uint64_t jitter, bool check_dma)
    : costs_(costs_of(config.part<NcubeConfig>())), network_(config.part<Ncube2Config>().network),
      jitter_(jitter), cube_(network_, corners(nodes), jitter),
      log_(check_dma ? std::make_shared<ncube::AccessLog>() : nullptr) {}

std::shared_ptr<const engine::InstructionSet>
Ncube2Platform::instruction_set(unsigned /*core*/) const {
    return std::make_shared<ncube::Set>(costs_, log_);
}

std::unique_ptr<NetworkInterface> Ncube2Platform::interface(std::uint32_t node, unsigned /*core*/) {
    return std::make_unique<ncube2::ChannelInterface>(
        node, divided_ ? divided_->of_node(node) : cube_, costs_, log_);
}

/// With --check-dma, nodes share the log of accesses.
net::Divided *Ncube2Platform::divide(std::uint32_t parts, std::uint32_t only) {
    if (log_) return nullptr;
    const net::CubeTopology &topology = cube_.topology();
    divided_ = divided<net::Cube>(
        [network = network_, nodes = topology.nodes(), jitter = jitter_] {
            return std::make_unique<net::Cube>(network, nodes, jitter);
        },
        net::subcubes(topology, parts), only);
    return divided_.get();
}

/// Arming an input can make an output channel of another node ready.
std::uint64_t Ncube2Platform::lookahead() const {
    return least_of(cube_, cube_.min_ready_after_arm()); // the same in parts
}

} // namespace inlet
