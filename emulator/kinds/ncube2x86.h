// The nCUBE/2 with x86 processors: a hypercube of held paths, DMA channels and interrupts.
#pragma once

#include "inlet/ncube2x86_config.h"
#include "kinds/platform.h"
#include "net/cube.h"
#include "net/cube_lines.h"
#include "ni/xnet/registers.h"

#include <optional>

namespace inlet {

class Ncube2X86Platform final : public Platform {
  public:
    Ncube2X86Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override {
        return lines_ ? static_cast<net::Network &>(*lines_) : *cube_;
    }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;

  private:
    MachineConfig config_;
    Ncube2X86Config numbers_;
    xnet::Config instructions_;           ///< used with the interface in the processor
    std::optional<net::CubeLines> lines_; ///< network with the interface in the processor
    std::optional<net::Cube> cube_;       ///< network without
};

} // namespace inlet
