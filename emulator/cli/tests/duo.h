// A machine whose nodes have two cores: MIPS, and MIPS or PowerPC with costs three times as large.
// They share the toy node's mailbox. Its machine file names the second one's processor.
#pragma once

#include "cpu/mips/instruction_set.h"
#include "cpu/ppc/instruction_set.h"
#include "description/kinds_of_files.h"
#include "description/members.h"
#include "kinds/platform.h"
#include "kinds/t1.h"
#include "net/mesh.h"
#include "tests/plain_t1.h"
#include "tests/toy_mailbox.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <string>

namespace inlet::test {

class DuoPlatform final : public Platform {
  public:
    DuoPlatform(const MachineConfig &config, std::uint32_t nodes)
        : config_(config), mesh_(config.part<MeshConfig>(), nodes) {
        for (std::uint32_t n = 0; n < nodes; ++n) boxes_.emplace_back(mesh_, n, nodes);
    }
    unsigned cores() const override { return 2; }
    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override {
        mips::Timing main = timing(config_);
        if (core == 0) return std::make_shared<mips::Set>(main, config_.part<T1Config>().processor);
        if (config_.firmware_bytes == config_.memory_bytes) {
            for (std::uint32_t &cost : main.costs) cost *= 3;
            return std::make_shared<mips::Set>(main, config_.part<T1Config>().processor);
        }
        ppc::Timing other;
        other.costs.fill(3);
        return std::make_shared<ppc::Set>(other);
    }
    net::Network &network() override { return mesh_; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override {
        return std::make_unique<MailboxPort>(boxes_[node], core);
    }
    SharedDevice *shared(std::uint32_t node) override { return &boxes_[node]; }
    std::uint64_t lookahead() const override {
        return std::min(1 + mesh_.min_delivery(false), mesh_.min_delivery_after_take(false));
    }

  private:
    MachineConfig config_;
    net::Mesh mesh_;
    std::deque<Mailbox> boxes_;
};

inline void members_duo(Members &m, MachineConfig &config) {
    m.word("kind", "duo", "what kind of machine this is");
    std::uint32_t ppc = config.firmware_bytes > config.memory_bytes ? 1 : 0;
    m.plain_choice("second", ppc, {"mips", "ppc"}, "the processor of the second cores", false);
    if (!config.find<T1Config>()) add_t1(config.parts);
    config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::send)] = 5;
    config.part<MeshConfig>().hop_latency = 2;
    config.nodes = 2;
    config.max_nodes = 2048;
    config.memory_bytes = config.firmware_bytes = 1 << 20;
    config.exception_cycles = 5;
    config.cores = {"big", "little"};
    if (ppc) config.firmware_bytes *= 2; // tells them apart
}

/// The machine file.
inline std::string duo(const std::string &second) {
    return R"({"kind": "duo", "name": "duo", "description": "two cores", "second": ")" + second +
           "\"}";
}

/// Once, before the first machine.
inline void add_duo() {
    static const bool added = [] {
        add_kind_of_file({"duo", members_duo});
        Platform::add_kind("duo",
                           [](const MachineConfig &config, std::uint32_t nodes,
                              std::uint64_t) -> std::unique_ptr<Platform> {
                               return std::make_unique<DuoPlatform>(config, nodes);
                           });
        return true;
    }();
    static_cast<void>(added);
}

} // namespace inlet::test
