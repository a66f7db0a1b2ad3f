// The core of a CM-5's node, for one node: what the C library knows of the machine. Messages come
// with the network.
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

/// The machine's clock, in cycles; it wraps (NI_TIME of the network interface).
AM_INLINE unsigned am_cycles(void) { return *(volatile unsigned *)0x20000070; }

/// 33 MHz: von Eicken 4.3.8.
#define AM_HERTZ 33000000

/// Whose code this is. Handlers run only in polls and sends of main, never between two instructions
/// of the C library's.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };
AM_INLINE int am_level(void) { return AM_LEVEL_MAIN; }

/// Nothing comes in between two instructions, so a hold keeps nobody away but the compiler.
AM_INLINE void am_hold(void) { __asm__ volatile("" ::: "memory"); }
AM_INLINE void am_release(void) { __asm__ volatile("" ::: "memory"); }

/// No messages, no handlers.
AM_INLINE void am_poll(void) {}

/// On a word of this node. No handler comes in between.
AM_INLINE int am_atomic_add(volatile int *address, int increment) {
    const int was = *address;
    *address = was + increment;
    return was;
}

#ifdef __cplusplus
}
#endif
