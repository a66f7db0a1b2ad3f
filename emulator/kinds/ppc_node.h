// One node with a PowerPC and no network.
#pragma once

#include "kinds/platform.h"
#include "net/mesh.h"

namespace inlet {

class PpcNodePlatform final : public Platform {
  public:
    explicit PpcNodePlatform(const MachineConfig &config) : config_(config), none_({}, 1) {}

    std::shared_ptr<const engine::InstructionSet> instruction_set() const override;
    net::Network &network() override { return none_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t /*node*/) override {
        return std::make_unique<NoInterface>();
    }
    std::uint64_t lookahead() const override { return none_.min_delivery(false); }

  private:
    MachineConfig config_;
    net::Mesh none_; ///< of one router, over which nothing goes
};

} // namespace inlet
