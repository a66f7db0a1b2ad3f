// What a processor may have.
#pragma once

namespace inlet::mips {

/// What a processor has besides MIPS-II without floating point.
struct Features {
    bool mips32 = false; ///< the user instructions that MIPS32 release 1 adds
    bool fpu = false;    ///< coprocessor 1
};

} // namespace inlet::mips
