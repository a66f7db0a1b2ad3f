// The DMA channels as the network interface of a node with the nCUBE/2's own processor
// (docs/ncube2.md, "Network and channels").
#pragma once

#include "cpu/ncube/instruction_set.h"
#include "net/cube.h"
#include "ni/kernel_services.h"
#include "ni/ncube2/channels.h"
#include "ni/ncube2/kept_message.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace inlet::ncube2 {

class ChannelInterface final : public NetworkInterface, public KernelServices {
  public:
    /// `log`: accesses of the node's last instruction, checked against buffers that a channel owns;
    /// nullptr: unchecked.
    ChannelInterface(std::uint32_t node, net::Cube &cube, const ncube::Costs &costs,
                     std::shared_ptr<ncube::AccessLog> log);

    void start(const engine::State &state) override { follow(state); }
    void follow(const engine::State &state) override;
    Executed execute(NodePort &node, const engine::Instruction &in) override;
    bool retired(engine::State &state, const engine::Instruction &in) override;

    EventNumber due(std::uint64_t now) const override;
    std::uint64_t next_due(std::uint64_t now) const override;
    bool waits_for_room() const override { return channels_.waits_for_output(status_); }
    std::uint64_t take(NodePort &node, EventNumber event) override;
    /// The kernel keeps a message of the node to itself: its address and bytes.
    FaultKind kernel_service(NodePort &node, std::uint32_t number, std::uint32_t address,
                             std::uint32_t bytes) override;
    bool goes_on() const override { return true; }
    bool idle() const override { return !channels_.counts(); }

    // For observed nodes: begin and end of handlers, recognised in the program.
    Context shown() const override { return begun_.empty() ? Context::main : Context::low; }
    const net::Packet *handled() const override {
        return begun_.empty() ? nullptr : &begun_.back().packet;
    }
    void watch(NodePort &node) override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;
    std::vector<HeldPacket> held(const Memory & /*memory*/) const override {
        std::vector<HeldPacket> all = channels_.held();
        kept_message_.add_to(all);
        return all;
    }
    const char *fault_text(std::uint64_t /*code*/) const override {
        return channels_.error_text().c_str();
    }
    std::vector<Named> named_state() const override;

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<ChannelInterface>(*this);
    }
    /// The channels change with time, so a node that reads them is not in a busy-wait.
    bool same(const NetworkInterface & /*other*/) const override { return false; }
    void become(const NetworkInterface &other) override {
        *this = static_cast<const ChannelInterface &>(other);
    }
    void archive(Archive &ar) override;

  private:
    Executed refuse(NodePort &node, const std::string &why);
    void receive(NodePort &node, std::uint32_t address, unsigned channel,
                 const net::Delivery &delivery);
    /// For observed nodes: the handler of the message at `address` has not yet begun.
    void expect(NodePort &node, std::uint32_t address, std::span<const std::uint8_t> payload,
                const net::Packet &packet);
    void begin(NodePort &node, const net::Packet &packet);

    net::Cube *cube_;
    ncube::Costs costs_;
    Channels channels_;
    std::shared_ptr<ncube::AccessLog> log_;
    std::uint32_t status_ = 0; ///< program status for interrupts
    KeptMessage kept_message_;
    std::string touched_; ///< error text about the last instruction's access
    /// For observed nodes: an arrived message with its handler and the address of its words, and a
    /// running handler with its return address.
    struct Waiting {
        std::uint32_t function, buffer;
        net::Packet packet;
    };
    struct Begun {
        std::uint32_t resume, stack;
        net::Packet packet;
    };
    std::vector<Waiting> waiting_;
    std::vector<Begun> begun_;
};

} // namespace inlet::ncube2
