// What C++ needs of threads: guards of static locals, for programs compiled with
// -fthreadsafe-statics, and each thread's caught exceptions. These take the place of the ones for a
// program of one thread (lib/cxx, weak there): scheduler.c refers to this file.
#include "scheduler.h"

#include <am_core.h>
#include <fail.h>

const char __pan_has_cxx;

// --- guards --------------------------------------------------------------------------------------

/// The eight bytes before a static local; the ABI of C++ prescribes the first one.
struct guard {
    unsigned char done, running;
    struct pan_mutex *mutex; ///< its holder initializes
};

int __cxa_guard_acquire(struct guard *g);
void __cxa_guard_release(struct guard *g);
void __cxa_guard_abort(struct guard *g);

/// Returns 1 if the caller has to initialize. A second thread waits; it has the first one's turn if
/// that one throws. A handler cannot wait: what a thread initializes it cannot use.
int __cxa_guard_acquire(struct guard *g) {
    void *const caller = __builtin_return_address(0);
    if (g->done) return 0;
    if (am_level() != AM_LEVEL_MAIN) {
        if (g->running)
            xnet_fail_at(caller, "a message's handler reaches a static variable whose initializer "
                                 "is running");
        g->running = 1;
        return 1;
    }
    pan_enter(); // an upcall may come to the same guard
    if (!g->mutex) g->mutex = pan_mutex_create();
    __pan_leave();
    if (g->mutex->owner == __pan_current)
        xnet_fail_at(caller, "the initializer of a static variable reaches the variable again");
    __pan_lock(g->mutex, caller);
    if (g->done) {
        pan_mutex_unlock(g->mutex);
        return 0;
    }
    g->running = 1;
    return 1;
}

/// The mutex stays: others may wait for it.
void __cxa_guard_abort(struct guard *g) {
    g->running = 0;
    if (am_level() == AM_LEVEL_MAIN) pan_mutex_unlock(g->mutex);
}
void __cxa_guard_release(struct guard *g) {
    g->done = 1;
    __cxa_guard_abort(g);
}

// --- exceptions ----------------------------------------------------------------------------------

struct pan_exceptions *__cxa_get_globals(void);
struct pan_exceptions *__cxa_get_globals_fast(void);

/// A handler may throw and catch while the code that it has interrupted handles an exception.
static struct pan_exceptions of_level[AM_LEVELS];

struct pan_exceptions *__cxa_get_globals(void) {
    const int level = am_level();
    return level == AM_LEVEL_MAIN ? &__pan_current->exceptions : &of_level[level];
}
struct pan_exceptions *__cxa_get_globals_fast(void) {
    return __cxa_get_globals();
}
