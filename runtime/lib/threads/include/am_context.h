// Contexts of threads, a part of every machine's core (docs/runtime-port.md, "Threads"): what a
// function's caller expects to find again, on the stack that it runs on. All calls are on main's
// level, with as many holds as main began with.
#pragma once

#include <am_core.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct am_interrupted;

/// A suspended activity. Its registers are on its stack.
typedef struct {
    uintptr_t sp, pc;             ///< pc: where register windows keep it out of the stack
    struct am_interrupted *above; ///< the deferred function that it is suspended in, if any
} am_context_t;

/// Bytes below the end of a stack that the calls here use.
enum { AM_CONTEXT_TOP = 128 };

/// A context that will run f(arg) on the stack that ends at `top` (aligned to 16). f does not
/// return.
void am_context_make(am_context_t *c, void *top, void (*f)(void *), void *arg);

/// Suspends the running activity as `from` and resumes `to`.
void am_context_switch(am_context_t *from, am_context_t *to);

/// Calls f(arg) on the stack that ends at `top`, and loads no registers when it returns (001
/// 6.2.3). Returns 1; 0: f has left.
int am_upcall(void *top, void (*f)(void *), void *arg);

/// In f of am_upcall(top, ...): the activity below becomes context `c`, and f goes on alone. It
/// ends in __am_upcall_end, not in its caller (001 Figure 6.10).
void am_upcall_leave(void *top, am_context_t *c);

/// What f does when it returns after it has left. Defined by the owner of the stacks.
void __am_upcall_end(void) __attribute__((noreturn));

#if defined(__mips_xnet) && AM_ASYNC
#define AM_INTERRUPTED_AREA 1 ///< deferred functions share a stack
#endif
/// What belongs to the code that a deferred function has interrupted, and would not survive another
/// one.
struct am_interrupted {
    uintptr_t pc[3];
#ifdef AM_INTERRUPTED_AREA
    unsigned kept;
    unsigned char bytes[1024];
#elif defined(__i386__) && !defined(__x86_xnet) && !defined(AM_SIGNALS)
    uint32_t buffer, first_buffer[512]; ///< the message that it was composing
#endif
};
/// A deferred function (am_defer) in which its activity may be suspended begins and ends with
/// these. Where the activity is suspended and before it is resumed, c->above names that structure.
void am_interrupted_begin(struct am_interrupted *i);
void am_interrupted_end(struct am_interrupted *i);
void am_interrupted_leave(am_context_t *c);  ///< behind am_upcall_leave
void am_interrupted_resume(am_context_t *c); ///< before am_context_switch

#ifdef __cplusplus
}
#endif
