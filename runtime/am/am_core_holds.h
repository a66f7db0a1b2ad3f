// Holds of machines whose handlers run at any time, over am_close_() and am_open_(), which keep
// messages out and let them in. Part of <am_core.h>, within extern "C".
#pragma once

/// Whether handlers run in polls only, here and now: main in a hold.
AM_INLINE int am_must_poll(void) { return __xnet_holds != 0; }

/// Keeps handlers away from here to the am_release() that belongs to it. Holds nest.
AM_INLINE void am_hold(void) {
    // Counted first: a handler that comes in between, with a hold of its own, then opens nothing.
    ++__xnet_holds;
    __asm__ volatile("" ::: "memory");
    am_close_();
}

AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // what was done in the hold is done
    const int left = --__xnet_holds;
    if (__builtin_expect(left == 0, 1))
        am_open_();
    else if (__builtin_expect(left < 0, 0))
        __am_release_wrong();
}
