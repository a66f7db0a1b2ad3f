#include "kinds/cm5.h"

#include "cpu/sparc/instruction_set.h"
#include "inlet/cm5_config.h"
#include "inlet/sparc_config.h"
#include "net/fat_tree.h"
#include "net/mesh.h"
#include "ni/xnet/sparc.h"

#include <algorithm>

namespace inlet {

namespace {

/// The grid of network instructions, or the fat trees.
std::unique_ptr<net::Network> data_network(const MachineConfig &config, const Cm5Config &numbers,
                                           std::uint32_t nodes, std::uint64_t jitter) {
    if (const MeshConfig *const grid = grid_of(config))
        return std::make_unique<net::Mesh>(*grid, nodes, jitter);
    return std::make_unique<net::FatTreeNetwork>(numbers.network, nodes, jitter);
}

} // namespace

Cm5Platform::Cm5Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config),
      numbers_(config.part<Cm5Config>()), interface_{.nodes = nodes,
                                                     .load_wait = numbers_.load_wait,
                                                     .store_wait = numbers_.store_wait,
                                                     .store_drain = numbers_.store_drain,
                                                     .interrupt_level = numbers_.interrupt_level},
      data_(data_network(config_, numbers_, nodes, jitter)),
      control_(nodes, numbers_.barrier_latency) {
    if (const auto &network = config_.part<SparcConfig>().network) {
        instructions_ = {nodes, network->send_refused, network->dispatch, network->frame,
                         xnet::SparcInterface::deferred};
        instructions_.has(*network, network->grid ? &static_cast<net::Mesh &>(*data_) : nullptr);
    }
}

std::shared_ptr<const engine::InstructionSet>
Cm5Platform::instruction_set(unsigned /*core*/) const {
    const SparcConfig &sparc = config_.part<SparcConfig>();
    return std::make_shared<sparc::Set>(sparc::Timing{.costs = sparc.costs,
                                                      .load_use = sparc.load_use,
                                                      .annulled_slot = sparc.annulled_slot,
                                                      .caches = config_.caches,
                                                      .network = sparc.network},
                                        sparc.v8);
}

std::unique_ptr<NetworkInterface> Cm5Platform::interface(std::uint32_t node, unsigned /*core*/) {
    if (config_.part<SparcConfig>().network)
        return std::make_unique<xnet::SparcInterface>(instructions_, node, *data_);
    return std::make_unique<cm5::Interface>(interface_, node, *data_, &control_);
}

/// A store of a node reaches the network in the next cycle; through the control network, it reaches
/// other nodes `latency` cycles later.
std::uint64_t Cm5Platform::lookahead() const {
    if (const auto &network = config_.part<SparcConfig>().network)
        return std::min(network->send + data_->min_delivery(false),
                        data_->min_delivery_after_take(false));
    return std::min({1 + data_->min_delivery(false), data_->min_delivery_after_take(false),
                     std::uint64_t{control_.latency()}});
}

void Cm5Platform::archive(Archive &ar) {
    data_->archive(ar);
    control_.archive(ar);
}

} // namespace inlet
