// The state of interrupted code that kernel_entry saves. Kernel code only.
#pragma once

#define FRAME_REGISTERS 16 // 0-15: home of four arguments
#define FRAME_HI 144
#define FRAME_LO 148
#define FRAME_EPC 152
#define FRAME_CAUSE 156
#define FRAME_NISTAT 160
#define FRAME_BYTES 168

#ifndef __ASSEMBLER__

struct kernel_frame {
    unsigned r[32]; ///< except $26 and $27, which are the kernel's
    unsigned hi, lo, epc, cause;
    unsigned nistat; ///< written back last: selects the visible registers
};

#endif
