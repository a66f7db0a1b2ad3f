// The nCUBE/2 with x86 processors: a hypercube of held paths, DMA channels and interrupts, or
// network instructions in the processor, and the hypercube or a grid.
#pragma once

#include "inlet/ncube2x86_config.h"
#include "kinds/platform.h"
#include "net/cube.h"
#include "net/divided.h"
#include "ni/xnet/registers.h"

#include <memory>
#include <optional>

namespace inlet {

class Ncube2X86Platform final : public Platform {
  public:
    Ncube2X86Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override;
    net::Divided *divide(std::uint32_t parts, std::uint32_t only) override;
    bool has_parts() const override { return true; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;

  private:
    MachineConfig config_;
    Ncube2X86Config numbers_;
    /// With the interface in the processor: its numbers, and its network.
    xnet::Config instructions_;
    std::unique_ptr<net::Network> messages_;
    /// Cycles before an action of a node can reach another one by that network.
    std::uint64_t lookahead_ = 0;
    std::uint32_t nodes_;
    std::uint64_t jitter_;
    std::optional<net::Cube> cube_; ///< of a machine without network instructions
    std::unique_ptr<net::DividedRouters<net::Cube>> cubes_; ///< if it is divided
    net::Divided *divided_ = nullptr;                       ///< that, or messages_
};

} // namespace inlet
