#include "kinds/toy.h"

#include "cpu/mips/instruction_set.h"
#include "inlet/mesh_config.h"
#include "ni/t1/in_node.h"

#include <algorithm>

namespace inlet {

ToyPlatform::ToyPlatform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config.part<ToyConfig>()),
      mesh_(config.part<MeshConfig>(), nodes, jitter), interface_{
                                                           .dispatch_cycles = config_.dispatch,
                                                           .send_refused_cycles = config_.send,
                                                           .nodes = nodes,
                                                           .vector_words_per_cycle = 1} {}

std::shared_ptr<const engine::InstructionSet>
ToyPlatform::instruction_set(unsigned /*core*/) const {
    mips::Timing timing;
    timing.costs.fill(1);
    timing.costs[static_cast<std::size_t>(isa::CostKey::send)] = config_.send;
    return std::make_shared<mips::Set>(timing, mips::Features{});
}

std::unique_ptr<NetworkInterface> ToyPlatform::interface(std::uint32_t node, unsigned /*core*/) {
    return std::make_unique<t1::InNode>(interface_, node, mesh_);
}

std::uint64_t ToyPlatform::lookahead() const {
    return std::min(config_.send + mesh_.min_delivery(false), mesh_.min_delivery_after_take(false));
}

} // namespace inlet
