// The CM-5: SPARC nodes with a network interface on the memory bus, or in the coprocessor, two data
// networks that are fat trees (or one that is a grid), and a control network.
#pragma once

#include "inlet/cm5_config.h"
#include "kinds/platform.h"
#include "net/control_network.h"
#include "ni/cm5/interface.h"
#include "ni/xnet/registers.h"

#include <memory>

namespace inlet {

class Cm5Platform final : public Platform {
  public:
    Cm5Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override { return *data_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;
    bool take_wakes() override { return control_.take_completed(); }
    void archive(Archive &ar) override;

  private:
    MachineConfig config_;
    Cm5Config numbers_;
    cm5::Config interface_;
    xnet::Config instructions_; ///< used with the interface in the coprocessor
    std::unique_ptr<net::Network> data_;
    net::ControlNetwork control_;
};

} // namespace inlet
