// The scheduler (001 6.2.2, 6.2.3). Upcalls run on stacks of their own, above the thread whose call
// or instruction they interrupt; one that blocks leaves that thread, which goes on (Figure 6.10).
#include "scheduler.h"

#include <fail.h>
#include <host_calls.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static struct pan_thread main_thread = {
    .state = thread_running,
};
struct pan_thread *__am_threads = &main_thread; ///< all, the newest first; the emulator reads it
struct pan_thread *__pan_current = &main_thread;
volatile int __pan_busy, __pan_noted;
const struct pan_client *__pan_client;
unsigned __pan_pending;

static struct pan_thread *ready, *pool, *ended;
static unsigned threads_made = 1;
static int idling;
static pan_thread_stats_t stats;

#define current __pan_current

/// Links thread_cxx.c, whose functions replace those for one thread.
extern const char __pan_has_cxx;
const char *const __pan_links_cxx __attribute__((used)) = &__pan_has_cxx;

#if defined(__mips_xnet) && !AM_ASYNC
enum { holds_of_main = 1 }; // main begins in a hold
#else
enum { holds_of_main = 0 };
#endif

/// newlib's state of the running stack: threads and upcalls may print. It replaces that of
/// levels.c.
extern struct _reent *const _global_impure_ptr;
struct _reent *__getreent(void) {
    const int level = am_level();
    if (level != AM_LEVEL_MAIN) return _global_impure_ptr + level;
    return current->reent ? current->reent : _global_impure_ptr;
}

/// Whether the caller is a handler of Active Messages.
static inline int in_handler(void) {
#ifdef AM_IS_HANDLING
    return AM_IS_HANDLING();
#else
    return am_level() != AM_LEVEL_MAIN;
#endif
}

/// Begins a call of the program; upcalls may call it too, handlers of Active Messages not.
static void begin_call(const char *what, void *caller) {
    if (in_handler()) xnet_fail_at(caller, "%s: in a message's handler", what);
    pan_enter();
}
#define BEGIN_CALL(name) begin_call(name, __builtin_return_address(0))

// --- stacks --------------------------------------------------------------------------------------

enum { page = 4096 };

/// Another thread's stack is in use: that of the last thread may go.
static void reap(void) {
    struct pan_thread *const t = ended;
    if (!t || t == current) return;
    ended = 0;
    if (t->state != thread_free) return; // somebody will join it
    t->next = pool;
    pool = t;
}

static struct pan_thread *get_stack(unsigned bytes) {
    for (struct pan_thread **at = &pool; *at; at = &(*at)->next) {
        struct pan_thread *const t = *at;
        if (t->stack_end - t->stack < bytes) continue;
        *at = t->next;
        return t;
    }
    struct pan_thread *const t = calloc(1, sizeof *t);
    char *const memory = memalign(page, bytes + page);
    struct _reent *const reent = malloc(sizeof *reent);
    if (!t || !memory || !reent) xnet_fail("threads: no memory for a stack of %u bytes", bytes);
    host_guard(memory, memory + page);
    _REENT_INIT_PTR(reent);
    t->reent = reent;
    t->stack = (uintptr_t)memory + page;
    t->stack_end = t->stack + bytes;
    t->number = threads_made++;
    t->next_of_all = __am_threads;
    __am_threads = t;
    return t;
}

static void *top_of(const struct pan_thread *t) { return (void *)t->stack_end; }

// --- ready threads -------------------------------------------------------------------------------

/// `first`: before those of its priority.
static void insert(struct pan_thread **list, struct pan_thread *t, int first) {
    while (*list && (first ? (*list)->priority > t->priority : (*list)->priority >= t->priority))
        list = &(*list)->next;
    t->next = *list;
    *list = t;
}
static void take_out(struct pan_thread **list, const struct pan_thread *t) {
    while (*list != t) list = &(*list)->next;
    *list = t->next;
}

void __pan_ready(struct pan_thread *t) {
    t->state = thread_ready;
    insert(&ready, t, 0);
}

/// A thread's priority, of its own and of those who wait for its mutexes; and so on for the thread
/// that it waits for.
static void renew_priority(struct pan_thread *t) {
    while (t) {
        int priority = t->own_priority;
        if (t->is_sender && priority < priority_of_sender) priority = priority_of_sender;
        for (struct pan_mutex *m = t->held; m; m = m->next_held)
            if (m->waiters && m->waiters->priority > priority) priority = m->waiters->priority;
        if (priority == t->priority) return;
        t->priority = priority;
        if (t->state == thread_ready) {
            take_out(&ready, t);
            insert(&ready, t, 0);
            return;
        }
        if (t->state == thread_cond) {
            take_out(&t->cond->waiters, t);
            insert(&t->cond->waiters, t, 0);
            return;
        }
        if (t->state != thread_mutex) return;
        take_out(&t->waits_for->waiters, t);
        insert(&t->waits_for->waiters, t, 0);
        t = t->waits_for->owner;
    }
}
void __pan_set_sender(struct pan_thread *t, int is_sender) {
    t->is_sender = (unsigned char)is_sender;
    renew_priority(t);
}

// --- upcalls -------------------------------------------------------------------------------------

/// Makes an upcall a thread, and the activity below one that can be resumed.
static void leave_below(struct pan_thread *t) {
    struct pan_thread *const below = t->below;
    t->upcall = 0;
    t->below = 0;
    am_upcall_leave(top_of(t), &below->context);
    ++stats.left;
    if (below->context.above) am_interrupted_leave(&below->context);
    if (below == ended) {
        reap();
    } else if (below->state == thread_running) {
        below->state = thread_ready;
        insert(&ready, below, 1);
    }
}

static int more_important(const struct pan_thread *t) {
    return ready && t->state == thread_running && ready->priority > t->priority;
}

static void upcall_main(void *arg) {
    struct pan_thread *const t = arg;
    if (t->f) {
        __pan_leave();
        t->f(t->arg); // ends in a section
    }
    if (t->held) xnet_fail("a handler returns, and holds a mutex");
    t->in_upcall = 0;
    if (t->upcall && more_important(t->below)) leave_below(t);
}

enum { none, returned, left };

/// Runs one upcall above the current thread. f = 0: only lets a more important thread run.
static int run_above(void (*f)(void *), void *arg) {
    struct pan_thread *const me = current, *const t = get_stack(PAN_STACK);
    t->f = f;
    t->arg = arg;
    t->state = thread_running;
    t->priority = t->own_priority = priority_of_upcall;
    t->upcall = t->in_upcall = 1;
    t->detached = 1;
    t->below = me;
    t->place = 0;
    current = t;
    const int done = am_upcall(top_of(t), upcall_main, t);
    if (done) { // else the scheduler has resumed this thread
        current = me;
        t->state = thread_free;
        t->next = pool;
        pool = t;
        return returned;
    }
    reap();
    return left;
}

static int run_upcall(int interrupting) {
    void (*f)(void *), *arg;
    if (!__pan_pending || !__pan_client->take(&f, &arg)) return none;
    ++*(interrupting ? &stats.interrupting : &stats.polled);
    return run_above(f, arg);
}

// --- switches ------------------------------------------------------------------------------------

static void end_idling(void) {
    if (!idling) return;
    idling = 0;
    __pan_client->idle(0);
}

static void all_blocked(void) __attribute__((noreturn, cold));
static void all_blocked(void) {
    unsigned count = 0;
    for (const struct pan_thread *t = __am_threads; t; t = t->next_of_all)
        count += t->state > thread_ready && t->state < thread_done;
    if (count) xnet_fail_at((void *)current->place, "all threads are blocked, %u of them", count);
    xnet_fail("the last thread has ended, and main with it");
}

/// The current thread does not run, or is in the list of ready ones: runs upcalls, then the most
/// important ready thread. Returns when the current one has the processor again.
static void schedule(void) {
    struct pan_thread *const me = current;
    for (;;) {
        const int upcall = run_upcall(0);
        if (upcall == left) return;
        if (upcall == returned) continue;
        if (ready) {
            end_idling(); // others may become ready in this
            struct pan_thread *const next = ready;
            ready = next->next;
            next->state = thread_running;
            if (next == me) return;
            ++stats.switches;
            current = next;
            if (next->context.above) am_interrupted_resume(&next->context);
            am_context_switch(&me->context, &next->context);
            reap();
            return;
        }
        if (!__pan_client) all_blocked();
        if (!idling) {
            idling = 1;
            __pan_client->idle(1);
        }
        __pan_client->wait();
    }
}

void __pan_block(enum thread_state state, uintptr_t place) {
    struct pan_thread *const me = current;
    if (__xnet_holds != holds_of_main || in_handler())
        xnet_fail_at((void *)place, "a thread waits within am_hold(), or in a message's handler");
    if (me->upcall) leave_below(me);
    me->state = state;
    me->place = place;
    schedule();
}

void __am_upcall_end(void) {
    struct pan_thread *const me = current;
    me->state = thread_free;
    ended = me;
    schedule();
    __builtin_unreachable();
}

/// The current thread is at the front of those of its priority, and another one has a higher one.
static void give_way(void) {
    current->state = thread_ready;
    insert(&ready, current, 1);
    schedule();
}

void __pan_leave(void) {
    for (;;) {
        if (!current->upcall) {
            while (run_upcall(0)) {
            }
            if (more_important(current)) give_way();
        }
        __asm__ volatile("" ::: "memory");
        __pan_busy = 0;
        __asm__ volatile("" ::: "memory");
        if (!__pan_noted) return;
        pan_enter();
        __pan_noted = 0;
        __pan_client->take_in();
    }
}

/// Above a thread, which goes on when this returns, or has been suspended in it.
void __pan_signal(void) {
    if (__pan_busy) {
        __pan_noted = 1;
        return;
    }
    struct pan_thread *const me = current;
    pan_enter();
    __pan_client->take_in();
    if (!me->upcall) {
        am_interrupted_begin(&me->interrupted);
        me->context.above = &me->interrupted;
        for (;;) {
            __pan_noted = 0;
            while (run_upcall(1)) {
            }
            if (more_important(me)) run_above(0, 0); // others run, and may note an arrival
            if (__pan_noted)
                __pan_client->take_in();
            else if (!more_important(me))
                break;
        }
        me->context.above = 0;
        am_interrupted_end(&me->interrupted);
    }
    __asm__ volatile("" ::: "memory");
    __pan_busy = 0;
}

// --- threads -------------------------------------------------------------------------------------

static void thread_main(void *arg) {
    struct pan_thread *const t = arg;
    reap();
    __pan_leave();
    t->f(t->arg);
    pan_thread_exit();
}

pan_thread_p pan_thread_create(void (*f)(void *), void *arg, unsigned bytes, int priority) {
    void *const caller = __builtin_return_address(0);
    if (!bytes) bytes = PAN_STACK;
    if (bytes < PAN_STACK_MIN)
        xnet_fail_at(caller, "pan_thread_create: a stack of %u bytes, at least %d are needed",
                     bytes, PAN_STACK_MIN);
    if (priority < 0 || priority > PAN_PRIORITY_MAX)
        xnet_fail_at(caller, "pan_thread_create: priority %d, priorities are 0 to %d", priority,
                     PAN_PRIORITY_MAX);
    begin_call("pan_thread_create", caller);
    struct pan_thread *const t = get_stack((bytes + page - 1) & ~(unsigned)(page - 1));
    t->f = f;
    t->arg = arg;
    t->priority = t->own_priority = priority;
    t->held = 0;
    t->joiner = 0;
    t->detached = t->upcall = t->in_upcall = 0;
    t->place = 0;
    am_context_make(&t->context, top_of(t), thread_main, t);
    __pan_ready(t);
    __pan_leave();
    return t;
}

void pan_thread_exit(void) {
    struct pan_thread *const me = current;
    if (me == &main_thread || me->in_upcall)
        xnet_fail_at(__builtin_return_address(0), "pan_thread_exit: in %s",
                     me->in_upcall ? "an upcall" : "main");
    if (me->held)
        xnet_fail_at((void *)me->held->place, "a thread ends, and holds a mutex, locked here");
    BEGIN_CALL("pan_thread_exit");
    me->exceptions = (struct pan_exceptions){0, 0};
    me->state = me->detached ? thread_free : thread_done;
    ended = me;
    if (me->joiner) {
        me->state = thread_free;
        __pan_ready(me->joiner);
    }
    schedule();
    __builtin_unreachable();
}

void pan_thread_join(pan_thread_p t) {
    void *const caller = __builtin_return_address(0);
    if (t == current) xnet_fail_at(caller, "pan_thread_join: a thread joins itself");
    if (t->state == thread_free || t->detached || t->joiner)
        xnet_fail_at(caller, "pan_thread_join: thread %u is joined already, or detached",
                     t->number);
    __pan_check_free("pan_thread_join", caller);
    if (current->in_upcall)
        xnet_fail_at(caller, "pan_thread_join: in an upcall (a handler may wait for a mutex only)");
    pan_enter();
    if (t->state == thread_done) {
        t->state = thread_free;
        if (t == ended)
            reap();
        else {
            t->next = pool;
            pool = t;
        }
    } else {
        t->joiner = current;
        __pan_block(thread_join, (uintptr_t)caller);
    }
    __pan_leave();
}

void pan_thread_detach(pan_thread_p t) {
    BEGIN_CALL("pan_thread_detach");
    t->detached = 1;
    if (t->state == thread_done) {
        t->state = thread_free;
        if (t != ended) { // else its stack is still in use
            t->next = pool;
            pool = t;
        }
    }
    __pan_leave();
}

pan_thread_p pan_thread_self(void) { return current; }
unsigned pan_thread_number(pan_thread_p t) { return t->number; }
int pan_thread_priority(pan_thread_p t) { return t->own_priority; }

void pan_thread_yield(void) {
    BEGIN_CALL("pan_thread_yield");
    if (!current->upcall) {
        current->state = thread_ready;
        insert(&ready, current, 0);
        schedule();
    }
    __pan_leave();
}

void pan_thread_set_priority(pan_thread_p t, int priority) {
    if (priority < 0 || priority > PAN_PRIORITY_MAX)
        xnet_fail_at(__builtin_return_address(0),
                     "pan_thread_set_priority: priority %d, priorities are 0 to %d", priority,
                     PAN_PRIORITY_MAX);
    BEGIN_CALL("pan_thread_set_priority");
    t->own_priority = priority;
    renew_priority(t);
    __pan_leave();
}

void pan_thread_purpose(const pan_purpose_t *purpose) { current->purpose = purpose; }
void pan_thread_runs(void (*function)(void)) { current->f = (void (*)(void *))(void *)function; }

pan_thread_stats_t pan_thread_stats(void) { return stats; }

// --- mutexes -------------------------------------------------------------------------------------

void __pan_check_free(const char *what, void *caller) {
    if (__xnet_holds != holds_of_main || in_handler())
        xnet_fail_at(caller, "%s: within am_hold(), or in a message's handler", what);
    if (current->held)
        xnet_fail_at(caller, "%s: thread %u holds the mutex that it has locked at pc 0x%x", what,
                     current->number, (unsigned)current->held->place);
}

pan_mutex_p pan_mutex_create(void) {
    struct pan_mutex *const m = calloc(1, sizeof *m);
    if (!m) xnet_fail("threads: no memory for a mutex");
    return m;
}
void pan_mutex_free(pan_mutex_p m) {
    if (m->owner)
        xnet_fail_at(__builtin_return_address(0), "pan_mutex_free: thread %u holds it",
                     m->owner->number);
    free(m);
}

static void own(struct pan_mutex *m, struct pan_thread *t, uintptr_t place) {
    m->owner = t;
    m->place = place;
    m->next_held = t->held;
    t->held = m;
}

static void lock(struct pan_mutex *m, uintptr_t caller) {
    if (!m->owner) {
        own(m, current, caller);
        return;
    }
    struct pan_thread *const me = current;
    me->waits_for = m;
    // Whoever it has interrupted has to run again before the mutex is free.
    insert(&m->waiters, me, 0);
    renew_priority(m->owner);
    __pan_block(thread_mutex, caller);
}

void __pan_lock(pan_mutex_p m, void *caller) {
    begin_call("pan_mutex_lock", caller);
    if (m->owner == current)
        xnet_fail_at(caller, "pan_mutex_lock: thread %u has locked it already, at pc 0x%x",
                     current->number, (unsigned)m->place);
    lock(m, (uintptr_t)caller);
    __pan_leave();
}
void pan_mutex_lock(pan_mutex_p m) { __pan_lock(m, __builtin_return_address(0)); }

int pan_mutex_trylock(pan_mutex_p m) {
    BEGIN_CALL("pan_mutex_trylock");
    const int is_free = !m->owner;
    if (is_free) own(m, current, (uintptr_t)__builtin_return_address(0));
    __pan_leave();
    return is_free;
}

/// Gives the mutex to the most important waiter.
static void unlock(struct pan_mutex *m) {
    struct pan_thread *const me = m->owner;
    struct pan_mutex **at = &me->held;
    while (*at != m) at = &(*at)->next_held;
    *at = m->next_held;
    struct pan_thread *const next = m->waiters;
    m->owner = 0;
    if (next) {
        m->waiters = next->next;
        own(m, next, next->place);
        next->waits_for = 0;
        __pan_ready(next);
    }
    renew_priority(me);
    if (next) renew_priority(next);
}

void pan_mutex_unlock(pan_mutex_p m) {
    BEGIN_CALL("pan_mutex_unlock");
    if (m->owner != current) {
        if (m->owner)
            xnet_fail_at(__builtin_return_address(0),
                         "pan_mutex_unlock: thread %u holds it, not thread %u", m->owner->number,
                         current->number);
        xnet_fail_at(__builtin_return_address(0), "pan_mutex_unlock: it is not locked");
    }
    unlock(m);
    __pan_leave();
}

// --- conditions ----------------------------------------------------------------------------------

pan_cond_p pan_cond_create(pan_mutex_p m) {
    struct pan_cond *const c = calloc(1, sizeof *c);
    if (!c) xnet_fail("threads: no memory for a condition");
    c->mutex = m;
    return c;
}
void pan_cond_free(pan_cond_p c) {
    if (c->waiters)
        xnet_fail_at(__builtin_return_address(0), "pan_cond_free: thread %u waits for it",
                     c->waiters->number);
    free(c);
}

void pan_cond_wait(pan_cond_p c) {
    void *const caller = __builtin_return_address(0);
    struct pan_thread *const me = current;
    struct pan_mutex *const m = c->mutex;
    begin_call("pan_cond_wait", caller);
    if (m->owner != me)
        xnet_fail_at(caller, "pan_cond_wait: thread %u does not hold the condition's mutex",
                     me->number);
    if (me->held != m || m->next_held)
        xnet_fail_at(caller, "pan_cond_wait: thread %u holds another mutex too, locked at pc 0x%x",
                     me->number, (unsigned)(me->held != m ? me->held : m->next_held)->place);
    if (me->in_upcall)
        xnet_fail_at(caller, "pan_cond_wait: in an upcall (a handler may wait for a mutex only)");
    unlock(m);
    me->cond = c;
    insert(&c->waiters, me, 0);
    __pan_block(thread_cond, (uintptr_t)caller);
    __pan_leave();
}

/// The waiter waits for the mutex from now on.
static void wake(struct pan_cond *c) {
    struct pan_thread *const t = c->waiters;
    struct pan_mutex *const m = c->mutex;
    c->waiters = t->next;
    if (m->owner) {
        t->state = thread_mutex;
        t->waits_for = m;
        insert(&m->waiters, t, 0);
        renew_priority(m->owner);
    } else {
        own(m, t, t->place);
        __pan_ready(t);
    }
}

void pan_cond_signal(pan_cond_p c) {
    BEGIN_CALL("pan_cond_signal");
    if (c->waiters) wake(c);
    __pan_leave();
}

void pan_cond_broadcast(pan_cond_p c) {
    BEGIN_CALL("pan_cond_broadcast");
    while (c->waiters) wake(c);
    __pan_leave();
}
