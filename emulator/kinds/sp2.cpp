#include "kinds/sp2.h"

#include "cpu/ppc/instruction_set.h"
#include "description/config_sp2.h"
#include "ni/sp2/interface.h"

#include <algorithm>

namespace inlet {

Sp2Platform::Sp2Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config), numbers_(sp2_config(config)), switch_(numbers_.network, nodes, jitter) {}

std::shared_ptr<const engine::InstructionSet> Sp2Platform::instruction_set() const {
    const PpcConfig &config = *config_.ppc;
    return std::make_shared<ppc::Set>(
        ppc::Timing{.costs = config.costs, .load_use = config.load_use, .line = config.cache_line});
}

std::unique_ptr<NetworkInterface> Sp2Platform::interface(std::uint32_t node) {
    return std::make_unique<sp2::Interface>(numbers_.adapter, node, switch_);
}

/// What an adapter does in a cycle reaches the switch in the next one.
std::uint64_t Sp2Platform::lookahead() const {
    return std::min(1 + switch_.min_delivery(false), switch_.min_delivery_after_take(false));
}

} // namespace inlet
