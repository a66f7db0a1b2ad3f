// Monitors (001 7.2.1). Their lists change only while __pan_busy is set, so no upcall and no other
// thread sees them half changed. A thread that leaves a monitor gives it to the next one.
#include "rmi_monitor.h"

#include <fail.h>
#include <scheduler.h>

static void append(struct rmi_threads *list, struct pan_thread *t) {
    t->next = 0;
    if (list->first)
        list->last->next = t;
    else
        list->first = t;
    list->last = t;
}
static struct pan_thread *take_first(struct rmi_threads *list) {
    struct pan_thread *const t = list->first;
    list->first = t->next;
    return t;
}

static void own(rmi_monitor_t *m, struct pan_thread *t) {
    m->owner = t;
    m->depth = 1;
}

/// Gives the monitor to the next thread.
static void give(rmi_monitor_t *m) {
    if (!m->entering.first) {
        m->owner = 0;
        return;
    }
    struct pan_thread *const next = take_first(&m->entering);
    own(m, next);
    __pan_ready(next);
}

/// The thread waits in one of the lists until the monitor is given to it.
static void block(struct rmi_threads *list, void *place) {
    __pan_check_free("rmi: a thread waits for a monitor", place);
    append(list, __pan_current);
    __pan_block(thread_message, (uintptr_t)place);
}

void rmi_monitor_enter(rmi_monitor_t *m) {
    void *const place = __builtin_return_address(0);
    struct pan_thread *const me = __pan_current;
    if (m->owner == me) {
        ++m->depth;
        return;
    }
    if (me->in_upcall)
        xnet_fail_at(place,
                     "rmi: a monitor in an upcall: methods that are declared rmi::never_blocks "
                     "run there");
    pan_enter();
    if (m->owner) {
        block(&m->entering, place);
    } else {
        own(m, me);
    }
    __pan_leave();
}

void rmi_monitor_exit(rmi_monitor_t *m) {
    if (--m->depth) return;
    pan_enter();
    give(m);
    __pan_leave();
}

static void check_owner(const rmi_monitor_t *m, const char *what, void *place) {
    if (m->owner == __pan_current) return;
    if (m->owner)
        xnet_fail_at(place, "rmi: %s: thread %u has not entered the monitor; thread %u holds it",
                     what, __pan_current->number, m->owner->number);
    xnet_fail_at(place, "rmi: %s: thread %u has not entered the monitor (rmi::synchronized)", what,
                 __pan_current->number);
}

void rmi_monitor_wait(rmi_monitor_t *m) {
    void *const place = __builtin_return_address(0);
    check_owner(m, "wait", place);
    const unsigned depth = m->depth;
    pan_enter();
    give(m);
    block(&m->waiting, place);
    m->depth = depth;
    __pan_leave();
}

static void notify(rmi_monitor_t *m) { append(&m->entering, take_first(&m->waiting)); }

void rmi_monitor_notify(rmi_monitor_t *m) {
    void *const place = __builtin_return_address(0);
    check_owner(m, "notify", place);
    pan_enter();
    if (m->waiting.first) notify(m);
    __pan_leave();
}

void rmi_monitor_notify_all(rmi_monitor_t *m) {
    void *const place = __builtin_return_address(0);
    check_owner(m, "notify_all", place);
    pan_enter();
    while (m->waiting.first) notify(m);
    __pan_leave();
}
