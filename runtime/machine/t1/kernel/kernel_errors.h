// Texts for errors of programs, for the kernels. Kernel code only.
#pragma once

#include <cop0.h>

/// The value of BadVAddr follows the text where it is meaningful.
static inline const char *kernel_error(unsigned cause, int fetch) {
    static const char *const interface[] = {
        "handler address ", // of a SEND
        "SEND or MCST to ",
        "network interface register, or value for one, ",
        "HRET where no handler can be left, at ",
    };
    switch (COP0_CAUSE_CODE(cause)) {
    case COP0_ADEL: return fetch ? "fetch from " : "load from ";
    case COP0_ADES: return "store to ";
    case COP0_SYS: return "unknown system call";
    case COP0_BP: return "breakpoint";
    case COP0_RI: return "reserved instruction";
    case COP0_CPU: return "coprocessor unusable";
    case COP0_OV: return "overflow";
    case COP0_TR: return "trap";
    case COP0_C2E: return interface[COP0_CAUSE_COPROCESSOR(cause)];
    default: return "exception";
    }
}

/// BadVAddr has the bad value.
static inline int kernel_error_has_value(unsigned cause) {
    const unsigned code = COP0_CAUSE_CODE(cause);
    return code == COP0_ADEL || code == COP0_ADES || code == COP0_C2E;
}
