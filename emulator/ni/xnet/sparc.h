// The interface in the coprocessor of a SPARC. Handlers have their own register window
// (docs/cm5-xnet.md).
#pragma once

#include "ni/xnet/interface.h"

#include <memory>

namespace inlet::xnet {

class SparcInterface final : public Interface {
  public:
    SparcInterface(const Config &config, std::uint32_t node, net::Network &network)
        : Interface(config, node, network) {}

    void start(const engine::State &state) override;
    void follow(const engine::State &state) override;

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<SparcInterface>(*this);
    }
    bool same(const NetworkInterface &other) const override {
        return registers_ == static_cast<const SparcInterface &>(other).registers_;
    }
    void become(const NetworkInterface &other) override {
        registers_ = static_cast<const SparcInterface &>(other).registers_;
    }
    void archive(Archive &ar) override { registers_.archive(ar); }

  private:
    std::optional<Operation> operation(NodePort &node,
                                       const engine::Instruction &in) const override;
    bool condition(const engine::State &state) const override;
    void set_condition(engine::State &state, bool accepted) override;
    std::span<const Shown> shown_registers() const override;
    Result leave(engine::State &state, const engine::Instruction &in) override;
    bool refuses(NodePort &node, Event event) override;
    void enter(NodePort &node, Context before) override;
    std::uint32_t handler_in(std::uint32_t word) const override;
};

} // namespace inlet::xnet
