#include "archive/archive.h"
#include "description/config_kinds.h"
#include "description/config_members.h"

namespace inlet {

namespace {

struct ToyConfig {}; // MachineConfig has all of its numbers

void members_toy(Members &m, MachineConfig &config, ToyConfig & /*own*/) {
    constexpr std::uint32_t most_nodes = 1024, least_memory = 1 << 20, most_memory = 1 << 24;
    m.word("kind", "toy", "what kind of machine this is");
    common_members(m, config, most_nodes, least_memory, most_memory,
                   "memory of a node, a multiple of 4096");
    m.number("send", config.costs[static_cast<std::size_t>(isa::CostKey::send)], 1, 1'000,
             "cycles of a SEND; other instructions take 1");
    m.number("dispatch", config.dispatch_cycles, 1, 1'000,
             "cycles from an event to its handler's first instruction");
    m.group("network", "the mesh", [&] {
        m.number("hop_latency", config.mesh.hop_latency, 1, 1'000,
                 "cycles of a message's head from one router to the next");
    });
}

} // namespace

MachineConfig read_toy(const nlohmann::json &document) {
    return read_config("toy", members_toy, document);
}

/// All numbers are in MachineConfig, which is hashed.
void hash_toy(Archive & /*ar*/, const MachineConfig & /*config*/) {}

nlohmann::json schema_toy() { return make_schema("toy", members_toy); }

} // namespace inlet
