// Optional features of a MIPS processor.
#pragma once

namespace inlet::mips {

/// Features beyond MIPS-II without floating point.
struct Features {
    bool mips32 = false; ///< the user instructions that MIPS32 release 1 adds
    bool fpu = false;    ///< coprocessor 1
};

} // namespace inlet::mips
