#include "kinds/ncube2x86.h"

#include "cpu/x86/instruction_set.h"
#include "ni/ncube2/x86_port.h"

namespace inlet {

std::shared_ptr<const engine::InstructionSet> Ncube2X86Platform::instruction_set() const {
    const X86Config &config = *config_.x86;
    return std::make_shared<x86::Set>(x86::Timing{
        .base = config.base, .memory = config.memory, .costs = config.costs, .xnet = config.xnet});
}

std::unique_ptr<NetworkInterface> Ncube2X86Platform::interface(std::uint32_t /*node*/) {
    return std::make_unique<ncube2::NoChannels>();
}

} // namespace inlet
