// The end of a run that cannot go on: a message of the program's, reported like a fault of the
// processor: node, cycle, place and source line, status not zero, the trace kept
// (docs/t1-abi.md, "Host services").
#pragma once

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Ends the run of all nodes. The message names the caller as the place. Conversions d u x s p c
/// and
/// %, without flags or width; what is longer than 255 bytes is cut. For any level and any handler:
/// it needs no lock, no heap and 400 bytes of stack, and costs nothing until it is called.
void xnet_fail(const char *format, ...) __attribute__((noreturn, cold, format(printf, 1, 2)));

/// The same for a function that is to blame its own caller: `return_address` is where it would
/// return to, __builtin_return_address(0).
void xnet_fail_at(void *return_address, const char *format, ...)
    __attribute__((noreturn, cold, format(printf, 2, 3)));

/// The same for a function that has such arguments itself.
void xnet_vfail_at(void *return_address, const char *format, va_list arguments)
    __attribute__((noreturn, cold));

#ifdef __cplusplus
}
#endif
