#include "kinds/ncube2x86.h"

#include "cpu/x86/instruction_set.h"
#include "inlet/x86_config.h"
#include "kinds/ncube2.h"
#include "ni/ncube2/interface.h"
#include "ni/ncube2/xnet.h"

namespace inlet {

namespace {

/// A dispatch costs an instruction of the interface and its three words on the stack; a refused
/// SEND reads no words.
xnet::Config xnet_config(const X86Config &config, std::uint32_t nodes) {
    const std::uint32_t plain =
        config.base + config.costs[static_cast<std::size_t>(isa::x86::CostKey::xnet)];
    return {.nodes = nodes,
            .send_refused = plain,
            .dispatch = plain + ncube2::XnetInterface::dispatch_accesses * config.memory,
            .handler_words = 0,
            .channels = net::CubeLines::outlets};
}

} // namespace

Ncube2X86Platform::Ncube2X86Platform(const MachineConfig &config, std::uint32_t nodes,
                                     std::uint64_t jitter)
    : config_(config), numbers_(config.part<Ncube2X86Config>()),
      instructions_(xnet_config(config.part<X86Config>(), corners(nodes))) {
    if (config.part<X86Config>().xnet)
        lines_.emplace(numbers_.network, nodes, jitter);
    else
        cube_.emplace(numbers_.network, nodes, jitter);
}

std::shared_ptr<const engine::InstructionSet>
Ncube2X86Platform::instruction_set(unsigned /*core*/) const {
    const X86Config &config = config_.part<X86Config>();
    return std::make_shared<x86::Set>(x86::Timing{
        .base = config.base, .memory = config.memory, .costs = config.costs, .xnet = config.xnet});
}

std::unique_ptr<NetworkInterface> Ncube2X86Platform::interface(std::uint32_t node,
                                                               unsigned /*core*/) {
    if (lines_)
        return std::make_unique<ncube2::XnetInterface>(
            instructions_, config_.part<X86Config>().memory, node, *lines_);
    return std::make_unique<ncube2::Interface>(
        node, *cube_, numbers_.interrupt_extra * config_.part<X86Config>().memory);
}

/// Arming an input can make an output channel of another node ready.
std::uint64_t Ncube2X86Platform::lookahead() const {
    return lines_ ? least_of(*lines_, lines_->min_ready_after_take())
                  : least_of(*cube_, cube_->min_ready_after_arm());
}

} // namespace inlet
