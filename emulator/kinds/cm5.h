// The CM-5: SPARC nodes with a network interface on the memory bus, or in the coprocessor, two data
// networks that are fat trees (or one that is a grid), and a control network.
#pragma once

#include "inlet/cm5_config.h"
#include "kinds/platform.h"
#include "net/control_network.h"
#include "net/divided.h"
#include "net/fat_tree.h"
#include "ni/cm5/interface.h"
#include "ni/xnet/registers.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace inlet {

class Cm5Platform final : public Platform {
  public:
    Cm5Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override { return *data_; }
    net::Divided *divide(std::uint32_t parts, std::uint32_t only) override;
    bool has_parts() const override { return true; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;
    bool take_wakes() override;
    void archive(Archive &ar) override;
    void save_part(Archive &ar) override;
    void join(Archive &ar, std::span<Archive> saved) override;

  private:
    void divide_control(net::DividedRouters<net::FatTreeNetwork> &trees);

    MachineConfig config_;
    Cm5Config numbers_;
    cm5::Config interface_;
    xnet::Config instructions_; ///< used with the interface in the coprocessor
    std::uint64_t jitter_;
    std::unique_ptr<net::Network> data_;
    net::Divided *divided_ = nullptr;                  ///< data_, if it is
    std::uint32_t only_ = 0;                           ///< of a rank: its part
    std::deque<net::ControlNetwork> controls_;         ///< one, or that of each part
    std::vector<std::vector<std::uint32_t>> nodes_of_; ///< parts with such controls: their nodes
};

} // namespace inlet
