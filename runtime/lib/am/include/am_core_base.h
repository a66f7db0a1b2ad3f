// The common beginning of every machine's <am_core.h>. Part of <am_core.h>.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Inlined code has the line of the call, where debuggers and error messages look for it.
#define AM_INLINE static inline __attribute__((always_inline, nodebug, unused))

#define AM_WORD_(a) ((uint32_t)(a))

/// At file scope, a hint: messages of one word to `h` are frequent, and no other message must be
/// handled before them. AM_EXPRESS is for handlers h(source, word), AM_EXPRESS_SHORT for those
/// without the source. A machine with a mechanism of its own for such messages
/// uses it for them (StarT-Voyager).
#ifndef AM_EXPRESS
#define AM_EXPRESS(h) struct am_express_
#define AM_EXPRESS_SHORT(h) struct am_express_
#endif

#ifndef __mips_xnet // T1 reads its network interface
// Set by crt0 before main and before any event, then constant.
extern const int __xnet_node, __xnet_nodes;

/// This node's number and the number of nodes.
AM_INLINE int am_my_proc(void) { return __xnet_node; }
AM_INLINE int am_procs(void) { return __xnet_nodes; }
#endif

/// The level of the running code (am_level). Where handlers run at any time, each level has its own
/// state of the C library, so a handler that interrupts printf may call printf.
enum { AM_LEVEL_MAIN, AM_LEVEL_LOW, AM_LEVEL_HIGH, AM_LEVELS };

/// The number of open am_hold()s. A handler leaves it unchanged.
extern int __xnet_holds;

void __am_release_wrong(void) __attribute__((noreturn, cold));

/// Waits until *flag >= value, then subtracts value: handlers count up, main waits. Polls where the
/// machine needs polls.
void am_wait(volatile int *flag, int value);

/// From main or from a C handler of either level: f runs once on main's level, as soon as no
/// handler, no hold, no send of the runtime and no other deferred function is running. A second
/// call before f begins has no effect. At most 8 functions wait. f may do what main may; it may
/// interrupt main anywhere except in malloc.
void am_defer(void (*f)(void));

#ifdef __cplusplus
}
#endif
