// The nCUBE/2's instructions of the network interface on an x86 (docs/ncube2-x86.md): which
// register is the processor's own, what a channel is asked, and what observers are told.
#pragma once

#include "cpu/ncube/execute.h"
#include "ni/network_interface.h"

namespace inlet::ncube2 {

class X86Port : public NetworkInterface {
  public:
    Executed execute(NodePort &node, const engine::Instruction &in) override;

  protected:
    /// What LPTR, LCNT, and LDPR and STPR of registers that are not the processor's go to; nullptr:
    /// the machine has none.
    virtual ncube::Interface *channels() { return nullptr; }
    /// An instruction went there and is done; pc is behind it. What it sent is noted here.
    virtual void acted(NodePort &node, Executed &executed) {
        static_cast<void>(node), static_cast<void>(executed);
    }
};

/// Of a node without any.
class NoChannels final : public X86Port {
  public:
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<NoChannels>();
    }
    bool same(const NetworkInterface & /*other*/) const override { return true; }
    void become(const NetworkInterface & /*other*/) override {}
    void archive(Archive & /*ar*/) override {}
};

} // namespace inlet::ncube2
