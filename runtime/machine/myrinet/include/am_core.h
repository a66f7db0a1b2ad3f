// What the C library, MPI and the other clients of LFC need of a Myrinet host
// (docs/runtime-port.md): numbers of nodes, the clock, holds. There are no Active Messages here:
// the machine's messages are LFC's.
#pragma once

#include <am_core_base.h>

#define AM_HERTZ 200000000
#define AM_ASYNC 1 ///< upcalls run at any time, from interrupts

#ifdef __cplusplus
extern "C" {
#endif

/// The processor's time stamp counter (001 1.6.2); 32 bits, which wrap.
AM_INLINE unsigned am_cycles(void) {
    unsigned low;
    __asm__ volatile("rdtsc" : "=a"(low) : : "edx");
    return low;
}

/// Upcalls run on main, from interrupts too.
AM_INLINE int am_level(void) { return AM_LEVEL_MAIN; }

/// An interrupt came in a hold, or inside LFC (lfc.c): it is taken in afterwards.
extern volatile int __myrinet_pending;
extern void (*__myrinet_take_in)(void);

/// Keeps upcalls of interrupts from running until the matching am_release(). Holds nest.
AM_INLINE void am_hold(void) {
    ++__xnet_holds;
    __asm__ volatile("" ::: "memory");
}
AM_INLINE void am_release(void) {
    __asm__ volatile("" ::: "memory");
    const int left = --__xnet_holds;
    if (__builtin_expect(left < 0, 0)) __am_release_wrong();
    if (__builtin_expect(left == 0 && __myrinet_pending, 0)) __myrinet_take_in();
}

/// LFC has its own polls.
AM_INLINE void am_poll(void) {}
AM_INLINE int am_must_poll(void) { return 1; }

#include <am_core_atomic.h>

#ifdef __cplusplus
}
#endif
