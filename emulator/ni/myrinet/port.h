// The view that one processor of a Myrinet node has of the network interface (ni/myrinet/nic.h).
#pragma once

#include "../../../runtime/machine/lanai/include/myrinet_registers.h"
#include "ni/myrinet/nic.h"
#include "ni/network_interface.h"

#include <memory>
#include <vector>

namespace inlet::myrinet {

class Port final : public NetworkInterface {
  public:
    Port(Nic &nic, unsigned core) : nic_(&nic), core_(core) {}

    Range range() const override {
        return core_ == host
                   ? Range{MYRINET_SRAM, MYRINET_DRIVER - MYRINET_SRAM + MYRINET_DRIVER_BYTES}
                   : Range{LANAI_REGISTERS, 0u - LANAI_REGISTERS};
    }
    Answer access(std::uint64_t now, const Access &access) override {
        return nic_->access(core_, now, access);
    }
    bool is_quiet(std::uint64_t /*now*/, std::uint32_t address) const override {
        return nic_->is_quiet(core_, address);
    }
    /// For reports on runs that stand still: what a loop of the host polls in SRAM stays as it is
    /// while the interface does nothing.
    std::uint64_t stable_until(std::uint64_t now, std::uint32_t address) const override {
        return is_quiet(now, address) || is_window(address) ? never : now;
    }
    Answer answer_ahead(std::uint64_t now, const Access &access) override {
        if (!is_window(access.address)) return this->access(now, access);
        const auto value = nic_->loaded(access.address, access.bytes);
        return value ? Answer{.value = *value} : Answer{Answer::Kind::not_known};
    }
    /// The results of quiet loads change only by actions of the interface, which wake the core.
    std::uint64_t quiet_end(std::uint64_t /*since*/) const override { return never; }
    bool goes_on() const override { return core_ == host; }
    bool announces() const override { return true; }
    const char *fault_text(std::uint64_t code) const override { return nic_->fault_text(code); }
    FaultKind fault_kind(std::uint64_t code) const override { return Nic::fault_kind(code); }

    void show(DumpNode &dump) const override {
        if (core_ == host) nic_->show(dump);
        dump.must_poll = core_ == host;
    }
    std::vector<HeldPacket> held(const Memory &memory) const override { return nic_->held(memory); }

    // Messages of the host.
    void accessed(NodePort &node) override;
    void watch(NodePort &node) override;
    bool follows() const override { return core_ == lanai && nic_->follows(); }
    void follow(NodePort &node) override;
    Context shown() const override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;

    // A copy shares the interface: speculative execution of a loop executes quiet loads only.
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<Port>(*nic_, core_);
    }
    bool same(const NetworkInterface & /*other*/) const override { return true; }
    void become(const NetworkInterface & /*other*/) override {}
    /// SharedDevice::archive has the state, but for what observers are told of handlers.
    void archive(Archive &ar) override;

  private:
    bool is_window(std::uint32_t address) const {
        return core_ == host && address < MYRINET_DRIVER;
    }

    /// A handler that runs, from its first instruction until its return.
    struct Handling {
        net::Packet packet;
        std::uint32_t resume = 0, stack = 0; ///< the return address; the stack pointer behind it
        void archive(Archive &ar);
    };
    void tell_poll(NodePort &node) const;

    std::vector<Handling> handling_; ///< an upcall may wait and make others
    Nic *nic_;
    unsigned core_;
};

} // namespace inlet::myrinet
