// What one processor of a StarT-Voyager site sees of the endpoint (ni/voyager/nes.h), which both
// share.
#pragma once

#include "ni/network_interface.h"
#include "ni/voyager/nes.h"

#include <memory>

namespace inlet::voyager {

class Port final : public NetworkInterface {
  public:
    Port(Nes &nes, unsigned core) : nes_(&nes), core_(core) {}

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
    bool announces() const override { return true; }
    const char *fault_text(std::uint64_t code) const override { return nes_->fault_text(code); }
    FaultKind fault_kind(std::uint64_t code) const override {
        return static_cast<Error>(code) == Error::unaligned ? FaultKind::unaligned
                                                            : FaultKind::unmapped;
    }

    // The endpoint is no part of it, and proofs execute quiet loads only.
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<Port>(*nes_, core_);
    }
    bool same(const NetworkInterface & /*other*/) const override { return true; }
    void become(const NetworkInterface & /*other*/) override {}
    void archive(Archive & /*ar*/) override {} // SharedDevice::archive has the state

  private:
    Nes *nes_;
    unsigned core_;
};

} // namespace inlet::voyager
