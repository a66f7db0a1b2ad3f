// Threads of one node (001 6.1.3, 6.2): a scheduler without time slices over <am_context.h>. A
// thread loses the processor where it blocks, yields or unlocks, and at the end of an upcall that
// has made a more important thread ready. <pan_mt.h> includes this file.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pan_thread *pan_thread_p;
typedef struct pan_mutex *pan_mutex_p;
typedef struct pan_cond *pan_cond_p;

enum {
    PAN_STACK = 65536,       ///< bytes of a stack by default
    PAN_STACK_MIN = 16384,   ///< bytes of a stack, at least
    PAN_PRIORITY_MAX = 1000, ///< priorities are 0 to this one
};

/// Creates a thread that runs f(arg), with `bytes` of stack (0: PAN_STACK). It runs when it is the
/// most important ready thread: highest priority first, then first come. main is thread 0, of
/// priority 0.
pan_thread_p pan_thread_create(void (*f)(void *), void *arg, unsigned bytes, int priority);
/// Waits until the thread has ended; the thread is gone afterwards.
void pan_thread_join(pan_thread_p thread);
/// Nobody will join it: it is gone when it ends.
void pan_thread_detach(pan_thread_p thread);
void pan_thread_exit(void) __attribute__((noreturn));
pan_thread_p pan_thread_self(void);
/// 0: main.
unsigned pan_thread_number(pan_thread_p thread);
/// Lets other ready threads of at least this priority run first.
void pan_thread_yield(void);
void pan_thread_set_priority(pan_thread_p thread, int priority);
int pan_thread_priority(pan_thread_p thread);

/// Not recursive. Its holder has at least the priority of those who wait for it.
pan_mutex_p pan_mutex_create(void);
void pan_mutex_free(pan_mutex_p mutex);
void pan_mutex_lock(pan_mutex_p mutex);
int pan_mutex_trylock(pan_mutex_p mutex); ///< 1: locked
void pan_mutex_unlock(pan_mutex_p mutex);

/// Conditions belong to a mutex, which the caller of pan_cond_wait holds. A waiter goes on only
/// after a signal; the mutex goes from the one who signals to it, or by way of others.
pan_cond_p pan_cond_create(pan_mutex_p mutex);
void pan_cond_free(pan_cond_p cond);
void pan_cond_wait(pan_cond_p cond);
void pan_cond_signal(pan_cond_p cond);
void pan_cond_broadcast(pan_cond_p cond);

/// What a thread waits for, in the words of a library above this one. Reports of deadlocks and
/// debuggers show it instead of the call in which the thread waits.
typedef struct {
    const char *text;    ///< a constant, at most 200 characters; may contain %u twice
    void *place;         ///< the return address of the program's call
    unsigned numbers[2]; ///< replace each %u
} pan_purpose_t;
/// The caller of this function sets its purpose before it may wait, and null afterwards. The
/// structure stays where it is until then.
void pan_thread_purpose(const pan_purpose_t *purpose);
/// Reports name the running thread by this function, not by the one with which it began.
void pan_thread_runs(void (*function)(void));

/// Since the start (001 6.2.2, 6.2.3).
typedef struct {
    unsigned switches;     ///< from one thread to another
    unsigned polled;       ///< upcalls in the idle loop and in calls of Panda
    unsigned interrupting; ///< upcalls that came between two instructions of a thread
    unsigned left;         ///< of both: those that blocked, or gave way, and so became threads
} pan_thread_stats_t;
pan_thread_stats_t pan_thread_stats(void);

#ifdef __cplusplus
}
#endif
