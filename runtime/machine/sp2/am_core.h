// The core of an SP-2's node, for one node: what the C library knows of the machine. Messages come
// with the adapter.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// What is inlined has the line of the call, where a debugger and a message look for it.
#define AM_INLINE static inline __attribute__((always_inline, nodebug, unused))

// Set by crt0 before main, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return __xnet_node; }
AM_INLINE int am_procs(void) { return __xnet_nodes; }

/// The machine's clock, in cycles; it wraps (the lower half of the time base).
AM_INLINE unsigned am_cycles(void) {
    unsigned cycles;
    __asm__ volatile("mfspr %0, 268" : "=r"(cycles));
    return cycles;
}

/// 66 MHz: Chang, Czajkowski, von Eicken, Design and Performance of Active Messages on the IBM SP-2
/// (1996), 2.1.
#define AM_HERTZ 66000000

/// Whose code this is. Handlers run only in polls, never between two instructions of the C
/// library's.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };
AM_INLINE int am_level(void) { return AM_LEVEL_MAIN; }

/// Nothing comes in between two instructions, so a hold keeps nobody away but the compiler.
AM_INLINE void am_hold(void) { __asm__ volatile("" ::: "memory"); }
AM_INLINE void am_release(void) { __asm__ volatile("" ::: "memory"); }
/// Adds and returns what was there before.
AM_INLINE int am_atomic_add(volatile int *address, int increment) {
    return __atomic_fetch_add(address, increment, __ATOMIC_RELAXED);
}
/// There is nobody to send anything.
AM_INLINE void am_poll(void) {}

#ifdef __cplusplus
}
#endif
