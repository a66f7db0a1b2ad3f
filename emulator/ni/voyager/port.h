// What one processor of a StarT-Voyager site sees of the endpoint (ni/voyager/nes.h), which both
// share.
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "ni/voyager/nes.h"

#include <array>
#include <memory>

namespace inlet::voyager {

class Port final : public NetworkInterface {
  public:
    /// `handlers`: of the runtime's Express messages, by tag. The interface is made before the
    /// program is known, so it keeps the reference.
    Port(Nes &nes, unsigned core, const std::vector<std::uint32_t> &handlers)
        : nes_(&nes), core_(core), handlers_(&handlers) {}

    Range range() const override { return {first_address, device_bytes}; }
    Answer access(std::uint64_t now, const Access &access) override {
        return nes_->access(core_, now, access);
    }
    bool is_quiet(std::uint64_t /*now*/, std::uint32_t address) const override {
        return nes_->is_quiet(core_, address);
    }
    std::uint64_t stable_until(std::uint64_t now, std::uint32_t address) const override {
        return is_quiet(now, address) ? never : now;
    }
    /// What a port shows changes only by the endpoint, which wakes the core.
    std::uint64_t quiet_end(std::uint64_t /*since*/) const override { return never; }
    std::uint64_t next_message() const override { return nes_->unread_since(core_); }
    bool is_polled() const override { return core_ == aP; }
    void show(DumpNode &dump) const override { dump.must_poll = core_ == aP; }
    std::vector<HeldPacket> held(const Memory & /*memory*/) const override { return nes_->held(); }
    bool announces() const override { return true; }
    const char *fault_text(std::uint64_t code) const override { return nes_->fault_text(code); }
    FaultKind fault_kind(std::uint64_t code) const override {
        return static_cast<Error>(code) == Error::unaligned ? FaultKind::unaligned
                                                            : FaultKind::unmapped;
    }

    void accessed(NodePort &node) override;

    // For observers: a program handles a message of the runtime from its handler's first
    // instruction until the processor returns behind its call; another Basic message from the load
    // of its header until it stores the consumer pointer; another Express message in the load that
    // takes it.
    Context shown() const override;
    void watch(NodePort &node) override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;

    // The endpoint is no part of it, and proofs execute quiet loads only.
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<Port>(*nes_, core_, *handlers_);
    }
    bool same(const NetworkInterface & /*other*/) const override { return true; }
    void become(const NetworkInterface & /*other*/) override {}
    void archive(Archive &ar) override; // SharedDevice::archive has the rest

  private:
    /// What the program does with the message of a priority that it has found last.
    struct Handling {
        enum class State : std::uint8_t {
            none,
            to_begin, ///< the processor has not reached its handler yet
            begun,
        } state = State::none;
        std::uint32_t address = 0;           ///< of the handler; 0: the message names none
        std::uint32_t resume = 0, stack = 0; ///< begun: the return address and its stack pointer
        net::Packet packet;
    };

    void tell_launched(NodePort &node, const News &news) const;
    void tell_poll(NodePort &node, const News &news) const;
    void find(NodePort &node, const net::Packet &packet);
    void begin_handler(NodePort &node, unsigned priority);
    void end_handler(NodePort &node, unsigned priority);

    Nes *nes_;
    unsigned core_;
    const std::vector<std::uint32_t> *handlers_;
    std::array<Handling, 2> handling_;
};

} // namespace inlet::voyager
