// Myrinet (001 1.6.2): x86 hosts whose network interfaces have a processor of their own, a Lanai.
#pragma once

#include "inlet/myrinet_config.h"
#include "kinds/platform.h"
#include "net/wormhole.h"
#include "ni/myrinet/nic.h"

#include <deque>

namespace inlet {

class MyrinetPlatform : public Platform, public net::TrainObserver {
  public:
    /// `check_dma`: RunOptions::check_dma.
    MyrinetPlatform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter,
                    bool check_dma = false);
    MyrinetPlatform(const MyrinetPlatform &) = delete;
    MyrinetPlatform &operator=(const MyrinetPlatform &) = delete;

    unsigned cores() const override { return 2; }
    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override { return network_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    SharedDevice *shared(std::uint32_t node) override { return &nics_[node]; }
    std::uint64_t lookahead() const override;
    bool stalls(std::uint64_t now) const override;
    std::string losses() const override { return "network.lost_per_million"; }
    bool sends_again() const override;
    void add_counts(NamedCounts &counts) const override;
    bool check_lfc(std::uint32_t node, const Memory &of_firmware,
                   const GuestFields &state) override;
    void train(const net::TrainEvent &event) override { nics_[event.node].train(event); }

  private:
    MachineConfig config_;
    MyrinetConfig numbers_;
    net::Wormhole network_;
    std::deque<myrinet::Nic> nics_;
};

} // namespace inlet
