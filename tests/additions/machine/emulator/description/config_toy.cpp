#include "description/config_kinds.h"
#include "description/members.h"
#include "inlet/config.h"
#include "inlet/toy_config.h"

namespace inlet {

void members_toy(Members &m, MachineConfig &config) {
    constexpr std::uint32_t most_nodes = 1024, least_memory = 1 << 20, most_memory = 1 << 24;
    auto &toy = config.parts.make<ToyConfig>();
    m.word("kind", "toy", "what kind of machine this is");
    common_members(m, config, most_nodes, least_memory, most_memory,
                   "memory of a node, a multiple of 4096");
    m.number("send", toy.send, 1, 1'000, "cycles of a SEND; other instructions take 1");
    m.number("dispatch", toy.dispatch, 1, 1'000,
             "cycles from an event to its handler's first instruction");
    m.group("network", "the mesh", [&] { members(m, config.parts.make<MeshConfig>(), true); });
}

} // namespace inlet
