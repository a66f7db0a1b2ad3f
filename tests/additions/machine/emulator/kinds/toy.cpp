#include "kinds/toy.h"

#include "cpu/mips/instruction_set.h"
#include "ni/t1/in_node.h"

#include <algorithm>

namespace inlet {

ToyPlatform::ToyPlatform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config),
      mesh_(config.mesh, nodes, jitter), interface_{.dispatch_cycles = config.dispatch_cycles,
                                                    .nodes = nodes} {}

std::shared_ptr<const engine::InstructionSet>
ToyPlatform::instruction_set(unsigned /*core*/) const {
    return std::make_shared<mips::Set>(mips::Timing{.costs = config_.costs}, config_.processor);
}

std::unique_ptr<NetworkInterface> ToyPlatform::interface(std::uint32_t node, unsigned /*core*/) {
    return std::make_unique<t1::InNode>(interface_, node, mesh_);
}

std::uint64_t ToyPlatform::lookahead() const {
    return std::min(config_.costs[static_cast<std::size_t>(isa::CostKey::send)] +
                        mesh_.min_delivery(false),
                    mesh_.min_delivery_after_take(false));
}

} // namespace inlet
