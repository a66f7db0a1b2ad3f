// The SP-2: PowerPC nodes with TB2 adapters behind their Micro Channels, or network instructions in
// the processor, and a multistage switch, or with these instructions a grid.
#pragma once

#include "inlet/sp2_config.h"
#include "kinds/platform.h"
#include "net/multistage.h"
#include "ni/xnet/registers.h"

#include <memory>
#include <optional>

namespace inlet {

class Sp2Platform final : public Platform {
  public:
    Sp2Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override;
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;
    std::uint64_t stall_cycles() const override { return numbers_.stall_cycles; }
    std::string losses() const override { return "switch.faults_per_million"; }
    bool sends_again() const override { return true; }
    std::uint64_t clock_read(const engine::State &state) const override;

  private:
    MachineConfig config_;
    Sp2Config numbers_;
    /// With network instructions: the numbers of the interfaces, and the network that replaces the
    /// adapters' switch.
    std::optional<xnet::Config> instructions_;
    std::unique_ptr<net::Network> messages_;
    std::optional<net::MultistageNetwork> switch_;
};

} // namespace inlet
