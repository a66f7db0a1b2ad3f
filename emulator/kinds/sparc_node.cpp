#include "kinds/sparc_node.h"

#include "cpu/sparc/instruction_set.h"

namespace inlet {

std::shared_ptr<const engine::InstructionSet> SparcNodePlatform::instruction_set() const {
    const SparcConfig &sparc = *config_.sparc;
    return std::make_shared<sparc::Set>(sparc::Timing{.costs = sparc.costs,
                                                      .load_use = sparc.load_use,
                                                      .annulled_slot = sparc.annulled_slot},
                                        sparc.v8);
}

} // namespace inlet
