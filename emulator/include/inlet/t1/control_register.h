// Numbers of a T1 node's registers for Machine::Control and gdb.
#pragma once

#include <cstdint>

namespace inlet {

/// gdb's numbers of MIPS registers, followed by the registers of the network interface and the
/// seven registers of each level.
namespace ControlRegister {
enum : std::uint32_t {
    status = 32,
    lo = 33,
    hi = 34,
    bad_address = 35,
    cause = 36,
    pc = 37,
    f0 = 38,
    fcsr = 70,
    fir = 71,
    interface = 72,        ///< the registers of CSD-94-823 Table 1, in the order of their numbers
    sets = interface + 12, ///< $4-$9, $29 of main, low, high
    count = sets + 3 * 7,
};
}

} // namespace inlet
