// Registers of a processor as a debugger numbers them.
#pragma once

#include <cstdint>

namespace inlet {

/// A register. Its index in the processor's list is gdb's number.
struct RegisterInfo {
    const char *name;       ///< as gdb's description of the processor has it: "o0"
    const char *feature;    ///< gdb's: "org.gnu.gdb.sparc.cpu"
    const char *type;       ///< gdb's: "uint32", "code_ptr", "ieee_single"
    unsigned bits = 32;     ///< 32 or more, a multiple of 8
    const char *group = ""; ///< for `info registers`, if gdb does not know it: "ni"
};

/// The gdb feature of registers of the network interface.
inline constexpr const char *interface_feature = "org.inlet.ni";

} // namespace inlet
