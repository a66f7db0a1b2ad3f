// The nCUBE/2 with its own processor: a hypercube of held paths, DMA channels and interrupts.
#pragma once

#include "cpu/ncube/instruction_set.h"
#include "kinds/platform.h"
#include "net/cube.h"
#include "net/divided.h"

#include <memory>

namespace inlet {

class Ncube2Platform final : public Platform {
  public:
    /// `check_dma`: RunOptions::check_dma.
    Ncube2Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter,
                   bool check_dma);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override {
        return divided_ ? static_cast<net::Network &>(*divided_) : cube_;
    }
    net::Divided *divide(std::uint32_t parts, std::uint32_t only) override;
    bool has_parts() const override { return true; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;
    bool steps() const override { return log_ != nullptr; }

  private:
    ncube::Costs costs_;
    CubeConfig network_;
    std::uint64_t jitter_;
    net::Cube cube_;
    std::unique_ptr<net::DividedRouters<net::Cube>> divided_; ///< if it is: instead of cube_
    std::shared_ptr<ncube::AccessLog> log_;                   ///< accesses of the node that runs
};

/// Returns `nodes` if it is a power of two; otherwise throws UserError.
std::uint32_t corners(std::uint32_t nodes);
/// The lookahead: cycles before an action of a node can reach another node.
std::uint64_t least_of(const net::Network &network, std::uint64_t ready_after);

} // namespace inlet
