// The toy machine: MIPS nodes with T1's interface in a mesh.
#pragma once

#include "inlet/toy_config.h"
#include "kinds/platform.h"
#include "net/mesh.h"
#include "ni/t1/config.h"

namespace inlet {

class ToyPlatform final : public Platform {
  public:
    ToyPlatform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override { return mesh_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override;

  private:
    ToyConfig config_;
    net::Mesh mesh_;
    t1::Config interface_;
};

} // namespace inlet
