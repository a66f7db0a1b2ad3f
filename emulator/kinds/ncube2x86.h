// The nCUBE/2 with an x86: one node without its network.
#pragma once

#include "kinds/platform.h"
#include "net/mesh.h"

namespace inlet {

class Ncube2X86Platform final : public Platform {
  public:
    explicit Ncube2X86Platform(const MachineConfig &config) : config_(config), none_({}, 1) {}

    std::shared_ptr<const engine::InstructionSet> instruction_set() const override;
    net::Network &network() override { return none_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node) override;
    std::uint64_t lookahead() const override { return none_.min_delivery(false); }

  private:
    MachineConfig config_;
    net::Mesh none_; ///< of one router, over which nothing goes
};

} // namespace inlet
