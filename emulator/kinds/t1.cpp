#include "kinds/t1.h"

#include "archive/archive.h"
#include "cpu/mips/instruction_set.h"
#include "inlet/network_parts.h"
#include "kinds/divide.h"
#include "ni/t1/hardwired.h"
#include "ni/t1/in_node.h"

#include <algorithm>

namespace inlet {

mips::Timing timing(const MachineConfig &config) {
    const auto &t1 = config.part<T1Config>();
    return {.costs = t1.costs,
            .load_use = t1.load_use_stall,
            .multiply_latency = t1.multiply_latency,
            .divide_latency = t1.divide_latency,
            .annulled_slot = t1.annulled_slot_cycles,
            .caches = config.caches};
}

T1Platform::T1Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config.part<T1Config>()), network_(config.part<MeshConfig>()),
      timing_(timing(config)), mesh_(config.part<MeshConfig>(), nodes, jitter), jitter_(jitter),
      rows_are_rings_(config.part<MeshConfig>().topology == GridKind::cylinder),
      first_io_(mesh_.grid().nodes() - io_nodes_of(config)),
      lookahead_(std::min(config_.costs[static_cast<std::size_t>(isa::CostKey::send)] +
                              mesh_.min_delivery(false),
                          mesh_.min_delivery_after_take(false))) {
    programs_ = {config_.dispatch_cycles,
                 config_.send_refused_cycles,
                 mesh_.grid().nodes(),
                 config_.count_start,
                 config_.exposed_hazards,
                 config_.hardwired,
                 config_.vector_words_per_cycle,
                 config_.gang_scheduling,
                 ~0u,
                 0,
                 0};
    io_ = programs_;
    // Hard-wired handlers send without an instruction that takes time.
    if (config_.hardwired) lookahead_ = std::min(lookahead_, 1 + mesh_.min_delivery(false));
    if (config_.gang_scheduling)
        lookahead_ = std::min(lookahead_, mesh_.min_delivery_after_drain(false));
}

std::shared_ptr<const engine::InstructionSet> T1Platform::instruction_set(unsigned /*core*/) const {
    return std::make_shared<mips::Set>(timing_, config_.processor);
}

/// Into bands of rows, so that rings stay whole. I/O nodes, which share files and a program of
/// their own, are not in parts.
net::Divided *T1Platform::divide(std::uint32_t parts, std::uint32_t only) {
    if (first_io_ < mesh_.grid().nodes()) return nullptr;
    // By a SEND, a take, a hard-wired handler, or a router that drains.
    const std::uint64_t entry =
        config_.gang_scheduling
            ? 0
            : std::min<std::uint64_t>({config_.costs[static_cast<std::size_t>(isa::CostKey::send)],
                                       network_.credit_latency, 1});
    divided_ = divided<net::Mesh>(
        [mesh = network_, nodes = first_io_, jitter = jitter_] {
            return std::make_unique<net::Mesh>(mesh, nodes, jitter);
        },
        net::bands(mesh_.grid(), parts), only, entry);
    return divided_.get();
}

std::unique_ptr<NetworkInterface> T1Platform::interface(std::uint32_t node, unsigned /*core*/) {
    return std::make_unique<t1::InNode>(node < first_io_ ? programs_ : io_, node, mesh(node));
}

void T1Platform::separate_text(std::uint32_t io, std::uint32_t first, std::uint32_t bytes) {
    programs_.first_io = mesh_.grid().nodes() - io;
    programs_.text_begin = first;
    programs_.text_bytes = bytes;
}

std::uint32_t T1Platform::grid() const {
    constexpr std::uint32_t rings = 1u << 16;
    return mesh_.grid().columns() | (rows_are_rings_ ? rings : 0);
}

void T1Platform::check_loaded(const Archive &ar) {
    for (const net::Standing &standing : network().standing()) {
        const net::Packet &packet = standing.packet;
        ar.require(packet.tag < t1::first_hardwired ||
                       (config_.hardwired && !packet.bytes &&
                        t1::hardwired_exists(packet.tag, packet.words)),
                   "a message that cannot have been sent");
    }
}

} // namespace inlet
