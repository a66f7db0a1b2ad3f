// The scheduler's parts, for Panda-MT; not for programs.
#pragma once

#include "am_context.h"
#include "pan_threads.h"

#include <reent.h>

enum thread_state {
    thread_running,
    thread_ready,
    thread_mutex,   ///< waits for a mutex
    thread_cond,    ///< waits for a condition
    thread_join,    ///< waits for another thread
    thread_message, ///< waits for the next bytes of a message
    thread_credit,  ///< waits until its message's receiver has consumed
    thread_reply,   ///< waits for an RPC's reply
    thread_order,   ///< waits in pan_end
    thread_done,    ///< has ended, and is not joined
    thread_free,
};

enum { priority_of_sender = PAN_PRIORITY_MAX + 1, priority_of_upcall };

/// What the ABI of C++ keeps of the exceptions that a thread handles.
struct pan_exceptions {
    void *caught;
    unsigned uncaught;
};

struct pan_thread {
    // The emulator reads these members (docs/t1-abi.md) and pan_mutex.owner and .place:
    struct pan_thread *next_of_all; ///< from __am_threads
    uint32_t number, state;
    void (*f)(void *);          ///< where it began
    uintptr_t place;            ///< the call in which it waits
    uintptr_t stack, stack_end; ///< main: 0
    am_context_t context;       ///< its stack pointer comes first
    const pan_purpose_t *purpose;
    struct pan_mutex *waits_for; ///< while thread_mutex

    int priority, own_priority; ///< the first one includes inherited priorities
    struct pan_thread *next;    ///< in the list of ready threads, or of one that it waits in
    void *arg;
    struct pan_cond *cond;  ///< while thread_cond
    struct pan_mutex *held; ///< mutexes
    struct pan_thread *joiner;
    struct pan_thread *below; ///< upcall that has not left: the thread whose place it took
    unsigned char upcall, detached, in_upcall, is_sender;
    struct _reent *reent;
    struct am_interrupted interrupted;
    struct pan_exceptions exceptions;
};

struct pan_mutex {
    struct pan_thread *owner;
    uintptr_t place; ///< where it was locked
    struct pan_thread *waiters;
    struct pan_mutex *next_held;
};
struct pan_cond {
    struct pan_mutex *mutex;
    struct pan_thread *waiters;
};

extern struct pan_thread *__pan_current;
/// Set while lists change, and in calls of LFC: arrivals are only noted.
extern volatile int __pan_busy, __pan_noted;

static inline void pan_enter(void) {
    __pan_busy = 1;
    __asm__ volatile("" ::: "memory");
}
/// Ends a section that pan_enter began: runs the upcalls that are due and lets a more important
/// thread run.
void __pan_leave(void);

/// Within a section: the thread waits in `state` until somebody calls __pan_ready. The section goes
/// on.
void __pan_block(enum thread_state state, uintptr_t place);
void __pan_ready(struct pan_thread *t);
/// From the beginning of an ordered broadcast to its last packet: the thread has the highest
/// priority of all that are not upcalls.
void __pan_set_sender(struct pan_thread *t, int is_sender);

/// pan_mutex_lock by `caller`.
void __pan_lock(struct pan_mutex *m, void *caller);

/// Ends the run if the caller holds a mutex (R1), is in an am_hold or in a handler.
void __pan_check_free(const char *what, void *caller);

/// What brings messages. All are called within a section.
struct pan_client {
    int (*take)(void (**f)(void *), void **arg); ///< the next upcall that may run; 0: none
    void (*take_in)(void);                       ///< queues what has arrived
    void (*wait)(void);                          ///< as above, but waits for an arrival first
    void (*idle)(int begins);                    ///< no thread is ready / one is again
};
extern const struct pan_client *__pan_client;
/// What `take` may find, so that it is not asked in vain: upcalls, and other work of the client.
extern unsigned __pan_pending;
/// Deferred by handlers (am_defer) when something has arrived.
void __pan_signal(void);
