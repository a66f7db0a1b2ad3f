// Registers of a processor as a debugger knows them.
#pragma once

#include <cstdint>

namespace inlet {

/// Its number is its place in the processor's list, and is gdb's.
struct RegisterInfo {
    const char *name;    ///< as gdb's description of the processor has it: "o0"
    const char *feature; ///< gdb's: "org.gnu.gdb.sparc.cpu"
    const char *type;    ///< gdb's: "uint32", "code_ptr", "ieee_single"
    unsigned bits = 32;  ///< or more, a multiple of 8
};

/// The feature of registers that are the network interface's, which has their values.
inline constexpr const char *interface_feature = "org.inlet.ni";

} // namespace inlet
