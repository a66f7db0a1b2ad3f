// A proof that a node only waits (CSD-94-823 3.2: the diagnostic network looks at such a node).
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "node/devices.h"

#include <optional>

namespace inlet {

/// Of a node that runs, while the network is quiescent: proves that its program returns to the same
/// registers, memory and interface as long as no message arrives and none is accepted, so that
/// neither ever happens. The node is unchanged afterwards.
class BusyWaitProof {
  public:
    BusyWaitProof(NodePort &node, NetworkInterface &interface, Devices &devices);

    /// False: it was not proved.
    bool holds() const { return holds_; }
    /// A SEND in the loop that the network refuses.
    const std::optional<DumpNode::Refused> &refused() const { return wait_.refused; }
    /// The loop asks the interface or another device.
    bool asks() const { return asks_; }

  private:
    bool step();
    bool finish_device_load();
    bool comes_back();
    bool always_comes_back();

    NodePort *node_;
    NetworkInterface *interface_;
    Devices *devices_;
    BusyWait wait_;
    bool holds_ = false;
    bool asks_ = false;
};

} // namespace inlet
