// What machines have in common whose handlers run in polls only. Part of <am_core.h>, within extern
// "C".
#pragma once

/// A handler of short messages is a plain C function.
#define AM_SHORT

/// The C library needs one state only: no handler runs between two of its instructions.
AM_INLINE int am_level(void) { return AM_LEVEL_MAIN; }

/// Keeps handlers away from here to the am_release() that belongs to it. Holds nest.
AM_INLINE void am_hold(void) { ++__xnet_holds; }
AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // what was done in the hold is done
    if (__builtin_expect(--__xnet_holds < 0, 0)) __am_release_wrong();
}

/// Whether handlers run in polls only, here and now.
AM_INLINE int am_must_poll(void) { return 1; }

/// On a word of this node, atomic against every handler: none comes in between, so these are loads
/// and stores.
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

/// What a message to a handler of <am.h> names: the function itself.
#define AM_ENTRY(handler) ((void *)(handler))
