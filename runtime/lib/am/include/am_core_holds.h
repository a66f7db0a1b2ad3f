// Holds of machines whose handlers run at any time, over am_close_() and am_open_(), which keep
// messages out and let them in. Part of <am_core.h>, within extern "C".
#pragma once

/// Whether handlers run in polls only at this point: main in a hold.
AM_INLINE int am_must_poll(void) { return __xnet_holds != 0; }

/// Keeps handlers from running until the matching am_release(). Holds nest.
AM_INLINE void am_hold(void) {
    // The count comes first: a handler that interrupts here, with its own hold, then opens nothing.
    ++__xnet_holds;
    __asm__ volatile("" ::: "memory");
    am_close_();
}

AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory"); // the work of the hold is complete
    const int left = --__xnet_holds;
    if (__builtin_expect(left == 0, 1))
        am_open_();
    else if (__builtin_expect(left < 0, 0))
        __am_release_wrong();
}
