// The SP-2's adapter as the network interface of a node. The adapter is a device that works by
// itself, so its messages are counted after each of its steps.
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "ni/sp2/adapter.h"

#include <memory>

namespace inlet::sp2 {

class Interface final : public NetworkInterface {
  public:
    Interface(const Tb2Config &config, std::uint32_t node, net::MultistageNetwork &network)
        : adapter_(config, node, network) {}

    Range range() const override { return {registers_base, device_bytes, 0}; }
    Answer access(std::uint64_t now, const Access &access) override {
        return adapter_.access(now, access);
    }
    std::uint64_t next(std::uint64_t now) const override { return adapter_.next(now); }
    void advance(std::uint64_t now, Bus &bus) override { adapter_.advance(now, bus); }
    const char *fault_text(std::uint64_t code) const override { return adapter_.fault_text(code); }
    FaultKind fault_kind(std::uint64_t code) const override { return adapter_.fault_kind(code); }
    bool waits_for_room() const override { return adapter_.waits_for_room(); }
    bool idle() const override { return adapter_.idle(); }
    bool is_polled() const override { return true; }
    bool announces() const override { return true; }
    std::uint64_t next_message() const override { return adapter_.unread_since(); }
    void accessed(NodePort &node) override;
    void archive(Archive &ar) override;
    std::vector<Named> named_state() const override { return adapter_.named_state(); }

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<Interface>(*this);
    }
    /// It changes with time, so a node that polls it cannot be proved to wait forever.
    bool same(const NetworkInterface & /*other*/) const override { return false; }
    void become(const NetworkInterface &other) override {
        *this = static_cast<const Interface &>(other);
    }

    std::uint64_t quiet_since() const override { return adapter_.quiet_since(); }
    std::uint64_t waits_since() const override { return adapter_.waits_since(); }
    std::uint64_t quiet_until() const override { return adapter_.quiet_until(); }
    void show(DumpNode &dump) const override;
    std::vector<HeldPacket> held(const Memory & /*memory*/) const override {
        return adapter_.held();
    }

    const Adapter &adapter() const { return adapter_; }

    // For observed nodes: packets are handled from the load that finds them until their entry is
    // zeroed; requests and replies of the runtime from their handler's first instruction until the
    // processor returns behind its call.
    Context shown() const override;
    void watch(NodePort &node) override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;

  private:
    /// What the program does with the packet that it has found last.
    struct Handling {
        enum class State : std::uint8_t {
            none,
            to_begin, ///< the processor has not reached its handler yet
            begun,
        } state = State::none;
        std::uint32_t entry = 0;             ///< of the receive FIFO
        std::uint32_t address = 0;           ///< of the handler; 0: the packet names none
        std::uint32_t resume = 0, stack = 0; ///< begun: the return address and its stack pointer
        net::Packet packet;
    };

    void tell(NodePort &node, const Happened &one) const;
    void tell(NodePort &node, const Seen &one);
    void find(NodePort &node, const Seen &one);
    /// `dropped`: the protocol has taken a packet without calling its handler, because the packet
    /// is a duplicate or there was no free slot for its reply.
    void begin_handler(NodePort &node, bool dropped = false);
    void end_handler(NodePort &node);

    Adapter adapter_;
    Handling handling_;
};

} // namespace inlet::sp2
