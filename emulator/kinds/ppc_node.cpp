#include "kinds/ppc_node.h"

#include "cpu/ppc/instruction_set.h"

namespace inlet {

std::shared_ptr<const engine::InstructionSet> PpcNodePlatform::instruction_set() const {
    const PpcConfig &config = *config_.ppc;
    return std::make_shared<ppc::Set>(
        ppc::Timing{.costs = config.costs, .load_use = config.load_use, .line = config.cache_line});
}

} // namespace inlet
