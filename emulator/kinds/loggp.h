// A machine that is described by LogGP parameters: SPARC nodes with the CM-5's registers, whose
// message costs are these parameters (docs/loggp.md).
#pragma once

#include "inlet/loggp_config.h"
#include "kinds/platform.h"
#include "net/message_switch.h"
#include "ni/cm5/interface.h"

namespace inlet {

class LoggpPlatform final : public Platform {
  public:
    LoggpPlatform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override { return network_; }
    bool has_routers() const override { return false; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;

  private:
    MachineConfig config_;
    cm5::Config interface_;
    net::MessageSwitch network_;
};

} // namespace inlet
