#include "ni/network_interface.h"

#include "ni/node_port.h"

namespace inlet {

Executed NetworkInterface::execute(NodePort &node, const engine::Instruction &in) {
    engine::State &state = node.state();
    state.fault = {FaultKind::illegal, node.number(), state.now, state.pc, in.word, 0, {}};
    return {.kind = Executed::Kind::fault};
}

} // namespace inlet
