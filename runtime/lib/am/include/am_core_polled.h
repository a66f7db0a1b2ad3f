// The common part of machines whose handlers run in polls only. Part of <am_core.h>, within extern
// "C".
#pragma once

/// A handler of short messages is a plain C function.
#define AM_SHORT

/// The C library needs only one state: no handler runs between two of its instructions.
AM_INLINE int am_level(void) { return AM_LEVEL_MAIN; }
/// Whether a handler of a message is running; for programs with threads (lib/threads).
#define AM_IS_HANDLING() __am_is_handling()
int __am_is_handling(void);

/// Keeps handlers from running until the matching am_release(). Holds nest.
AM_INLINE void am_hold(void) { ++__xnet_holds; }
AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // the work of the hold is complete
    if (__builtin_expect(--__xnet_holds < 0, 0)) __am_release_wrong();
}

/// Whether handlers run in polls only at this point.
AM_INLINE int am_must_poll(void) { return 1; }

/// On a word of this node, atomic against every handler: no handler can interrupt, so these are
/// plain loads and stores.
AM_INLINE int am_atomic_add(volatile int *address, int increment) {
    const int was = *address;
    *address = was + increment;
    return was;
}
AM_INLINE int am_atomic_store(volatile int *address, int value) {
    const int was = *address;
    *address = value;
    return was;
}
AM_INLINE int am_atomic_swap(volatile int *address, int expected, int value) {
    const int was = *address;
    if (was == expected) *address = value;
    return was;
}

/// The word that a message to a handler of <am.h> carries: the function itself.
#ifndef AM_ENTRY
#define AM_ENTRY(handler) ((void *)(handler))
#endif
