#include "kinds/sp2.h"

#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "description/config_kinds.h"
#include "net/mesh.h"
#include "net/message_switch.h"
#include "ni/sp2/interface.h"
#include "ni/xnet/ppc.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace inlet {

Sp2Platform::Sp2Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config), numbers_(config.part<Sp2Config>()) {
    const auto &network = config.part<PpcConfig>().network;
    if (!network) {
        switch_.emplace(numbers_.network, nodes, jitter);
        return;
    }
    if (numbers_.network.faults_per_million)
        throw UserError(fmt::format("machine {}: switch.faults_per_million is {}, must be 0: "
                                    "no software repeats messages of network instructions",
                                    config.name, numbers_.network.faults_per_million));
    instructions_ = xnet::Config{.nodes = nodes,
                                 .send_refused = network->send_refused,
                                 .dispatch = network->dispatch,
                                 .deferred = xnet::Interface::deferred,
                                 .handler_words = 0};
    if (!network->grid) {
        messages_ = std::make_unique<net::MessageSwitch>(numbers_.network, nodes, jitter);
        instructions_->has(*network, nullptr);
        return;
    }
    auto mesh = std::make_unique<net::Mesh>(*network->grid, nodes, jitter);
    instructions_->has(*network, mesh.get());
    messages_ = std::move(mesh);
}

net::Network &Sp2Platform::network() {
    if (messages_) return *messages_;
    return *switch_;
}

std::shared_ptr<const engine::InstructionSet>
Sp2Platform::instruction_set(unsigned /*core*/) const {
    const PpcConfig &config = config_.part<PpcConfig>();
    return std::make_shared<ppc::Set>(ppc::Timing{.costs = config.costs,
                                                  .load_use = config.load_use,
                                                  .line = config.cache_line,
                                                  .caches = config_.caches,
                                                  .network = config.network});
}

std::unique_ptr<NetworkInterface> Sp2Platform::interface(std::uint32_t node, unsigned /*core*/) {
    if (messages_) return std::make_unique<xnet::PpcInterface>(*instructions_, node, *messages_);
    return std::make_unique<sp2::Interface>(numbers_.adapter, node, *switch_);
}

std::uint64_t Sp2Platform::clock_read(const engine::State &state) const {
    return ppc::clock_read(state);
}

/// An action of an adapter reaches the switch in the next cycle.
std::uint64_t Sp2Platform::lookahead() const {
    if (messages_)
        return std::min(config_.part<PpcConfig>().network->send + messages_->min_delivery(false),
                        messages_->min_delivery_after_take(false));
    return std::min(1 + switch_->min_delivery(false), switch_->min_delivery_after_take(false));
}

} // namespace inlet
