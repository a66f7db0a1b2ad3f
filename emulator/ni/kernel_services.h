// Host services that only the kernel of a machine uses: implemented by the network interface of a
// machine whose kernel is part of its programs.
#pragma once

#include "inlet/fault.h"
#include "ni/node_port.h"

#include <cstdint>

namespace inlet {

class KernelServices {
  public:
    /// Serves a call by its number, with its first two arguments. Returns FaultKind::none or what
    /// is wrong; FaultKind::syscall: there is no such service.
    virtual FaultKind kernel_service(NodePort &node, std::uint32_t number, std::uint32_t first,
                                     std::uint32_t second) = 0;

  protected:
    ~KernelServices() = default;
};

} // namespace inlet
