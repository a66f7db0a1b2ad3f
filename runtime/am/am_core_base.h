// What <am_core.h> of every machine begins with. Part of <am_core.h>.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What is inlined has the line of the call, where a debugger and a message look for it.
#define AM_INLINE static inline __attribute__((always_inline, nodebug, unused))

#define AM_WORD_(a) ((uint32_t)(a))

#ifndef __mips_xnet // T1 asks its network interface
// Set by crt0 before main and before any event, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return __xnet_node; }
AM_INLINE int am_procs(void) { return __xnet_nodes; }
#endif

/// Whose code this is (am_level). Where handlers run at any time, the levels have a state of the C
/// library each, so that a handler that has interrupted printf may call printf.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };

/// am_hold()s that are open. Handlers leave it as they found it.
extern int __xnet_holds;

void __am_release_wrong(void) __attribute__((noreturn, cold));

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits. It polls where
/// one must.
void am_wait(volatile int *flag, int value);

/// From main or from a C handler of either level: f runs once on main's level, as soon as handlers
/// do not hinder it: not in a handler, a hold or a send of the runtime, and not in another such
/// function. Called again before f has begun, it runs once all the same. At most 8 functions wait.
/// f may do what main may; it may have interrupted main anywhere, but not in malloc.
void am_defer(void (*f)(void));

#ifdef __cplusplus
}
#endif
