// Ends a run that cannot continue: a message of the program, reported like a fault of the
// processor, with node, cycle, place and source line, a nonzero status and the trace kept
// (docs/t1-abi.md, "Host services").
#pragma once

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Ends the run of all nodes. The message names the caller as the place. Conversions d u x s p c
/// and %, without flags or width; text beyond 255 bytes is cut. For any level and any handler: it
/// needs no lock, no heap and 400 bytes of stack, and costs nothing until it is called.
void xnet_fail(const char *format, ...) __attribute__((noreturn, cold, format(printf, 1, 2)));

/// As above, for a function that blames its own caller: `return_address` is its own return address,
/// __builtin_return_address(0).
void xnet_fail_at(void *return_address, const char *format, ...)
    __attribute__((noreturn, cold, format(printf, 2, 3)));

/// As above: "WHAT: there is no node NODE (there are NODES: 0 to NODES - 1)". Its few arguments
/// leave the frame of a short function as it is.
void xnet_fail_no_node(void *return_address, const char *what, int node, int nodes)
    __attribute__((noreturn, cold));

/// As above, for a function that has variable arguments itself.
void xnet_vfail_at(void *return_address, const char *format, va_list arguments)
    __attribute__((noreturn, cold));

#ifdef __cplusplus
}
#endif
