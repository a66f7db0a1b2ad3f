// Names that the language has in C and in C++. Part of <splitc.h> and <splitc.hpp>.
#pragma once

#include <splitc_core.h>

/// on_one printf(...); on_proc(3) { ... }: one processor executes it, 0 or the named one.
#define on_one                                                                                     \
    if (MYPROC != 0) {                                                                             \
    } else
#define on_proc(p)                                                                                 \
    if (MYPROC != (p)) {                                                                           \
    } else

/// The logarithm of PROCS to the base 2, rounded down.
#define PROCSLOG (31 - __builtin_clz((unsigned)PROCS))

// Collective: the value of processor 0, by the letters of the reductions.
#define SPLITC_BCAST_(letters, T)                                                                  \
    SPLITC_INLINE T all_bcast_##letters(T value) {                                                 \
        splitc_bcast(&value, sizeof value);                                                        \
        return value;                                                                              \
    }
SPLITC_BCAST_(i, int)
SPLITC_BCAST_(u, unsigned)
SPLITC_BCAST_(l, long)
SPLITC_BCAST_(ul, unsigned long)
SPLITC_BCAST_(ll, long long)
SPLITC_BCAST_(ull, unsigned long long)
SPLITC_BCAST_(f, float)
SPLITC_BCAST_(d, double)
SPLITC_BCAST_(p, void *)
#undef SPLITC_BCAST_
