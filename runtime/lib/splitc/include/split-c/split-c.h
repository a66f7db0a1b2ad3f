// <split-c/split-c.h>: the names of Split-C, for programs in the language (docs/split-c.md).
#pragma once

#ifndef __SPLITC__
#error "Split-C: name the file *.sc, or include <splitc.h>"
#endif

#include <splitc_by_type.h>
#include <splitc_names.h>
#include <stddef.h>

// Programs test for -1: the number of processors is no power of two.
#undef PROCSLOG
#define PROCSLOG (PROCS & (PROCS - 1) ? -1 : 31 - __builtin_clz((unsigned)PROCS))

SPLITC_INLINE void *spread splitc_far_of_(void *address) {
    return (void *spread)(splitc_far_)(uintptr_t)address;
}
#define all_spread_malloc(count, bytes) splitc_far_of_(splitc_all_spread_malloc((count), (bytes)))
#define spread_malloc(count, bytes) splitc_far_of_(splitc_spread_malloc((count), (bytes)))
#define all_spread_free(p) splitc_all_spread_free((void *)(p))
#define spread_free(p) splitc_spread_free((void *)(p))

SPLITC_INLINE void splitc_bulk_to_(void (*f)(void *, int, const void *, size_t), void *to,
                                   splitc_far_ p, size_t bytes) {
    f(to, SPLITC_PROC_(p), SPLITC_ADDR_(p), bytes);
}
SPLITC_INLINE void splitc_bulk_from_(void (*f)(int, void *, const void *, size_t), splitc_far_ p,
                                     const void *from, size_t bytes) {
    f(SPLITC_PROC_(p), SPLITC_ADDR_(p), from, bytes);
}
#define SPLITC_FAR_(p) ((splitc_far_)(void *global)(p))
#define bulk_read(to, p, bytes) splitc_bulk_to_(splitc_bulk_read, (to), SPLITC_FAR_(p), (bytes))
#define bulk_get(to, p, bytes) splitc_bulk_to_(splitc_bulk_get, (to), SPLITC_FAR_(p), (bytes))
#define bulk_write(p, from, bytes)                                                                 \
    splitc_bulk_from_(splitc_bulk_write, SPLITC_FAR_(p), (from), (bytes))
#define bulk_put(p, from, bytes) splitc_bulk_from_(splitc_bulk_put, SPLITC_FAR_(p), (from), (bytes))
#define bulk_store(p, from, bytes)                                                                 \
    splitc_bulk_from_(splitc_bulk_store, SPLITC_FAR_(p), (from), (bytes))

/// Collective. Returns processor 0's value, a number or pointer of at most 8 bytes.
#define all_bcast(value)                                                                           \
    ({                                                                                             \
        __auto_type splitc_v_ = (value);                                                           \
        _Static_assert(sizeof splitc_v_ <= 8, "all_bcast of more than 8 bytes");                   \
        splitc_bcast(&splitc_v_, sizeof splitc_v_);                                                \
        splitc_v_;                                                                                 \
    })

/// Whether every get and put of this processor is complete.
#define is_sync() (splitc_poll(), sync_done == sync_begun)
