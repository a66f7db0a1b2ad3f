#include "kinds/cm5.h"

#include "cpu/sparc/instruction_set.h"
#include "inlet/cm5_config.h"
#include "inlet/sparc_config.h"
#include "kinds/divide.h"
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
      jitter_(jitter), data_(data_network(config_, numbers_, nodes, jitter)) {
    controls_.emplace_back(nodes, numbers_.barrier_latency);
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
    net::Network &data = network_of(node, *data_, divided_);
    if (config_.part<SparcConfig>().network)
        return std::make_unique<xnet::SparcInterface>(instructions_, node, data);
    const std::uint32_t part = controls_.size() > 1 ? divided_->part_of(node) : 0;
    return std::make_unique<cm5::Interface>(interface_, node, data, &controls_[part]);
}

/// With the interface in the coprocessor there is no control network. A barrier takes no less than
/// the lookahead, so what parts promise each other holds for it.
net::Divided *Cm5Platform::divide(std::uint32_t parts, std::uint32_t only) {
    only_ = only;
    const std::uint32_t nodes = interface_.nodes;
    const auto &network = config_.part<SparcConfig>().network;
    if (const MeshConfig *const grid = grid_of(config_)) {
        auto meshes = divided<net::Mesh>(
            [=, this] { return std::make_unique<net::Mesh>(*grid, nodes, jitter_); },
            bands(static_cast<net::Mesh &>(*data_).grid(), parts), only);
        if (!meshes) return nullptr;
        instructions_.has(*network, &meshes->here_first());
        divided_ = meshes.get();
        data_ = std::move(meshes);
        return divided_;
    }
    auto trees = divided<net::FatTreeNetwork>(
        [=, this] {
            return std::make_unique<net::FatTreeNetwork>(numbers_.network, nodes, jitter_);
        },
        subtrees(static_cast<net::FatTreeNetwork &>(*data_).tree(), parts), only);
    if (!trees) return nullptr;
    if (!network) divide_control(*trees);
    divided_ = trees.get();
    data_ = std::move(trees);
    return divided_;
}

void Cm5Platform::divide_control(net::DividedRouters<net::FatTreeNetwork> &trees) {
    const std::uint32_t parts = trees.parts(), latency = numbers_.barrier_latency;
    nodes_of_.resize(parts);
    for (std::uint32_t node = 0; node < interface_.nodes; ++node)
        nodes_of_[trees.part_of(node)].push_back(node);
    controls_.clear();
    for (std::uint32_t i = 0; i < parts; ++i)
        controls_.emplace_back(interface_.nodes, latency)
            .divide(
                static_cast<std::uint32_t>(nodes_of_[i].size()),
                [&trees, i, parts, latency](const net::ControlNetwork::Entries &entries) {
                    for (std::uint32_t to = 0; to < parts; ++to)
                        if (to != i)
                            trees.note(
                                i,
                                {.cycle = entries.last + latency, .part = to, .entries = entries});
                },
                [this, &trees, i] {
                    for (const std::uint32_t node : nodes_of_[i]) trees.part(i).tell(node);
                });
    trees.hear_notes([this](const net::Note &note) { controls_[note.part].hear(note.entries); });
}

/// A store of a node reaches the network in the next cycle; through the control network, it reaches
/// other nodes `latency` cycles later.
std::uint64_t Cm5Platform::lookahead() const {
    if (const auto &network = config_.part<SparcConfig>().network)
        return std::min(network->send + data_->min_delivery(false),
                        data_->min_delivery_after_take(false));
    return std::min({1 + data_->min_delivery(false), data_->min_delivery_after_take(false),
                     std::uint64_t{controls_[0].latency()}});
}

bool Cm5Platform::take_wakes() {
    bool any = false;
    for (net::ControlNetwork &control : controls_) any |= control.take_completed();
    return any;
}

/// As in one part.
void Cm5Platform::archive(Archive &ar) {
    data_->archive(ar);
    if (controls_.size() == 1) return controls_[0].archive(ar);
    net::ControlNetwork whole(interface_.nodes, numbers_.barrier_latency);
    for (std::size_t i = 0; i < controls_.size(); ++i) whole.adopt(controls_[i], nodes_of_[i]);
    whole.archive(ar);
    for (std::size_t i = 0; i < controls_.size(); ++i) controls_[i].begin_as(whole, nodes_of_, i);
}

void Cm5Platform::save_part(Archive &ar) {
    divided_->save_part(ar);
    if (controls_.size() > 1) controls_[only_].archive_part(ar, nodes_of_[only_]);
}

void Cm5Platform::join(Archive &ar, std::span<Archive> saved) {
    divided_->join(ar, saved);
    if (controls_.size() == 1) return controls_[0].archive(ar);
    net::ControlNetwork whole(interface_.nodes, numbers_.barrier_latency);
    for (std::size_t i = 0; i < saved.size(); ++i) {
        net::ControlNetwork part(interface_.nodes, numbers_.barrier_latency);
        part.archive_part(saved[i], nodes_of_[i]);
        whole.adopt(part, nodes_of_[i]);
    }
    whole.archive(ar);
}

} // namespace inlet
