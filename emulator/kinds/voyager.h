// StarT-Voyager: sites of two PowerPC 604 with a network endpoint between them, on Arctic
// (docs/voyager.md).
#pragma once

#include "inlet/voyager_config.h"
#include "kinds/platform.h"
#include "net/arctic.h"
#include "ni/voyager/nes.h"

#include <deque>
#include <vector>

namespace inlet {

class VoyagerPlatform final : public Platform {
  public:
    VoyagerPlatform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    void load(const Image &program) override;
    unsigned cores() const override { return voyager::cores; }
    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override { return network_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    SharedDevice *shared(std::uint32_t node) override { return &sites_.at(node); }
    std::uint64_t lookahead() const override;

  private:
    MachineConfig config_;
    VoyagerConfig numbers_;
    net::ArcticNetwork network_;
    std::vector<std::uint32_t> handlers_; ///< of Express messages, by tag; 0: of no tag
    std::deque<voyager::Nes> sites_;
};

} // namespace inlet
