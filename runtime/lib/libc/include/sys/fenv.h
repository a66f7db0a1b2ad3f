// Constants and types of <fenv.h>: the exception flags and the rounding direction of the processor.
// T1 has no floating point: no flags, rounding to nearest.
#pragma once

#if defined __sparc__ // FSR.aexc and FSR.RD
#define FE_INEXACT 0x20
#define FE_DIVBYZERO 0x40
#define FE_UNDERFLOW 0x80
#define FE_OVERFLOW 0x100
#define FE_INVALID 0x200
#define FE_TONEAREST 0
#define FE_TOWARDZERO 1
#define FE_UPWARD 2
#define FE_DOWNWARD 3
#elif defined __PPC__ // FPSCR: XX, ZX, UX, OX, VX, and RN
#define FE_INEXACT 0x02000000
#define FE_DIVBYZERO 0x04000000
#define FE_UNDERFLOW 0x08000000
#define FE_OVERFLOW 0x10000000
#define FE_INVALID 0x20000000
#define FE_TONEAREST 0
#define FE_TOWARDZERO 1
#define FE_UPWARD 2
#define FE_DOWNWARD 3
#elif defined __i386__ // the status word, and RC of the control word
#define FE_INVALID 0x01
#define FE_DIVBYZERO 0x04
#define FE_OVERFLOW 0x08
#define FE_UNDERFLOW 0x10
#define FE_INEXACT 0x20
#define FE_TONEAREST 0
#define FE_DOWNWARD 1
#define FE_UPWARD 2
#define FE_TOWARDZERO 3
#else
#define FE_TONEAREST 0
#define FE_ALL_EXCEPT 0
#endif

#ifdef FE_INVALID
#define FE_ALL_EXCEPT (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT)
#endif

typedef struct {
    unsigned flags, rounding;
} fenv_t;
typedef unsigned fexcept_t;

extern const fenv_t __fe_default;
#define FE_DFL_ENV (&__fe_default)
