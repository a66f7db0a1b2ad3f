// The interface in the coprocessor of a SPARC node: handlers run in a register window of their own
// (docs/cm5-xnet.md).
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "ni/xnet/registers.h"

#include <cstdint>
#include <memory>

namespace inlet::xnet {

class SparcInterface final : public NetworkInterface {
  public:
    /// Config::deferred of a processor whose instructions begin at multiples of 4.
    static constexpr std::uint32_t deferred = 3;

    SparcInterface(const Config &config, std::uint32_t node, net::Network &network)
        : config_(&config), network_(&network), registers_(config, node, network) {}

    void start(const engine::State &state) override;
    Executed execute(NodePort &node, const engine::Instruction &in) override;
    void follow(const engine::State &state) override;

    EventNumber due(std::uint64_t now) const override {
        return static_cast<EventNumber>(registers_.due(now));
    }
    std::uint64_t next_due(std::uint64_t now) const override { return registers_.next_due(now); }
    bool waits_for_room() const override { return registers_.waits_for_room(); }
    std::uint64_t take(NodePort &node, EventNumber event) override;

    Context context() const override { return registers_.visible(); }
    const net::Packet *handled() const override;
    void complete(MessageEvent &event, const net::Packet &packet, bool arriving) const override;
    void show(LookNode &look) const override;

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<SparcInterface>(*this);
    }
    bool same(const NetworkInterface &other) const override {
        return registers_ == static_cast<const SparcInterface &>(other).registers_;
    }
    void become(const NetworkInterface &other) override {
        registers_ = static_cast<const SparcInterface &>(other).registers_;
    }
    bool turn(NodePort &node, const engine::Instruction &in, Circle &circle) override;
    bool changes_by_itself(std::uint64_t now) const override {
        return !registers_.timelet_pending(now);
    }
    void archive(Archive &ar) override { registers_.archive(ar); }
    const Registers &registers() const { return registers_; }

  private:
    /// What an instruction did.
    struct Result {
        Executed::Kind kind = Executed::Kind::done;
        std::uint32_t cycles = 0;
        bool refused = false;
        const net::Packet *sent = nullptr; ///< valid until the next call
    };
    Result run(engine::State &state, const engine::Instruction &in);
    Result send(engine::State &state, const engine::Instruction &in);
    Result move(engine::State &state, const engine::Instruction &in);
    Result leave(engine::State &state, const engine::Instruction &in);
    /// Why no handler can be entered here.
    bool refuses(NodePort &node);
    void tell(NodePort &node, const engine::Instruction &in, const Result &result, Context before,
              std::uint64_t cycle, std::uint32_t pc, const net::Packet &handled) const;
    void tell_poll(NodePort &node, const engine::Instruction &in, Context context,
                   std::uint64_t cycle, std::uint32_t pc, std::uint32_t status) const;

    const Config *config_;
    net::Network *network_;
    Registers registers_;
};

} // namespace inlet::xnet
