#include "kinds/loggp.h"

#include "cpu/sparc/instruction_set.h"
#include "inlet/loggp_config.h"
#include "inlet/sparc_config.h"

#include <algorithm>
#include <fmt/format.h>

namespace inlet {

/// Returns numbers for the SP-2's switch with which a message of five words has the configured
/// latency. Each hop takes one cycle, and the sender's link takes the rest of the latency.
static MultistageConfig switch_of(const MachineConfig &config) {
    const auto &numbers = config.part<LoggpConfig>();
    MultistageConfig network{.inject_latency = 1,
                             .hop_latency = 1,
                             .eject_latency = 1,
                             .credit_latency = 1,
                             .link_cycles = numbers.link_cycles,
                             .link_bytes = numbers.link_bytes,
                             .injection_packets = numbers.injection_packets,
                             .receive_packets = numbers.receive_packets,
                             .router_packets = 4};
    const std::uint64_t least = net::MessageSwitchModel(network, 2).latency_of(net::scalar_words);
    if (numbers.latency < least)
        throw UserError(fmt::format("machine {}: network.latency is {}, must be at least {}, the "
                                    "time of five words at this rate",
                                    config.name, numbers.latency, least));
    network.inject_latency += numbers.latency - static_cast<std::uint32_t>(least);
    return network;
}

LoggpPlatform::LoggpPlatform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config), interface_{.nodes = nodes,
                                  .load_wait = 0,
                                  .store_wait = 0,
                                  .store_drain = 0,
                                  .interrupt_level = config.part<LoggpConfig>().interrupt_level,
                                  .send = config.part<LoggpConfig>().send,
                                  .receive = config.part<LoggpConfig>().receive,
                                  .blocks = true},
      network_(switch_of(config), nodes, jitter) {}

std::shared_ptr<const engine::InstructionSet>
LoggpPlatform::instruction_set(unsigned /*core*/) const {
    const SparcConfig &sparc = config_.part<SparcConfig>();
    return std::make_shared<sparc::Set>(sparc::Timing{.costs = sparc.costs,
                                                      .load_use = sparc.load_use,
                                                      .annulled_slot = sparc.annulled_slot,
                                                      .caches = config_.caches,
                                                      .network = {}},
                                        sparc.v8);
}

std::unique_ptr<NetworkInterface> LoggpPlatform::interface(std::uint32_t node, unsigned /*core*/) {
    return std::make_unique<cm5::Interface>(interface_, node, network_, nullptr);
}

std::uint64_t LoggpPlatform::lookahead() const {
    return std::min(1 + network_.min_delivery(false), network_.min_delivery_after_take(false));
}

} // namespace inlet
