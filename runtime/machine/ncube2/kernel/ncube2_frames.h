// Structures that the kernel's assembly and C share.
#pragma once

#include "ncube2_ports.h"

#include <ncube2_kernel.h>
#include <stdint.h>

/// A channel pair, 16 bytes (000 Table 4-3); the one after the last is never ready.
struct channel {
    uint32_t bit;     ///< of OUTRDY
    uint32_t in_buf;  ///< buffer that the input fills
    uint32_t out_reg; ///< register number of the output
    uint32_t out_buf; ///< buffer that the output has sent last
};

/// The words that `int` and interrupts of the user push.
struct frame {
    uint32_t eip, cs, eflags, esp, ss;
};
