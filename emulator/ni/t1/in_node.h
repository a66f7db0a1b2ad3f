// T1's network interface in its node: executes instructions, takes events, and tells observers.
// interface.h has the interface itself.
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "ni/t1/interface.h"

#include <cstdint>
#include <memory>

namespace inlet::t1 {

class InNode final : public NetworkInterface {
  public:
    InNode(const Config &config, std::uint32_t node, net::Mesh &mesh)
        : config_(&config), mesh_(&mesh), interface_(config, node, mesh) {}

    void start(const engine::State &state) override;
    Executed execute(NodePort &node, const engine::Instruction &in) override;
    bool retired(engine::State &state, const engine::Instruction &in) override {
        return interface_.retired(state, in);
    }
    bool settle(engine::State &state) override { return interface_.drain(state); }
    void follow(const engine::State &state) override { interface_.follow(mips::system(state)); }

    EventNumber due(std::uint64_t now) const override {
        return static_cast<EventNumber>(interface_.due(now));
    }
    std::uint64_t next_due(std::uint64_t now) const override { return interface_.next_due(now); }
    bool waits_for_room() const override { return interface_.waits_for_room(); }
    std::uint64_t take(NodePort &node, EventNumber event) override;
    bool idle() const override { return interface_.hardwired().idle(); }

    Context context() const override { return interface_.visible(); }
    const net::Packet *handled() const override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;
    void show(DumpNode &dump) const override;
    std::vector<RegisterInfo> control_registers() const override;
    std::uint32_t control_register(const engine::State &state, std::uint32_t place) const override;
    std::optional<std::uint32_t> interrupted_word(const engine::State &state,
                                                  std::uint32_t address) const override;

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<InNode>(*this);
    }
    bool same(const NetworkInterface &other) const override {
        return interface_ == static_cast<const InNode &>(other).interface_;
    }
    void become(const NetworkInterface &other) override {
        interface_ = static_cast<const InNode &>(other).interface_;
    }
    bool turn(NodePort &node, const engine::Instruction &in, BusyWait &wait) override;
    bool changes_by_itself(std::uint64_t now) const override {
        return !interface_.timelet_pending(now);
    }
    void archive(Archive &ar) override { interface_.archive(ar); }
    const Interface &registers() const { return interface_; }

  private:
    Result run(NodePort &node, const engine::Instruction &in);
    std::uint64_t take_interrupt(NodePort &node, t1::Event event);
    std::uint64_t take_event(NodePort &node, Event event);
    std::uint64_t run_hardwired(NodePort &node); ///< hardwired_in_node.cpp
    void tell_instruction(NodePort &node, const engine::Instruction &in, const Result &result,
                          Context before, std::uint64_t cycle, std::uint32_t pc,
                          const net::Packet &handled) const;
    /// Tells observers if `in` polled (polls.cpp). `status`: nistat at that time.
    void tell_poll(NodePort &node, const engine::Instruction &in, Context context,
                   std::uint64_t cycle, std::uint32_t pc, std::uint32_t status) const;

    const Config *config_;
    net::Mesh *mesh_;
    Interface interface_;
};

} // namespace inlet::t1
