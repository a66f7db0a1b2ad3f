// Panda-MT: access points, the scheduler's client, start and end (001 6.1.2, 6.2.2).
#include "pan_mt_internal.h"

#include <am_core.h>
#include <am_defer.h>
#include <fail.h>
#include <lfc.h>
#include <lfc_intr.h>
#include <stdlib.h>
#include <string.h>

pan_pset_t pan_all;
struct pan_peer *__pan_peers;
struct pan_sap __pan_saps[access_points];
unsigned __pan_sap_count, __pan_procs, __pan_self, __pan_keep_at_most;

unsigned pan_my_pid(void) { return __pan_self; }
unsigned pan_nr_processes(void) { return __pan_procs; }

void *__pan_get(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) xnet_fail("panda: no memory for %u bytes", (unsigned)bytes);
    return memory;
}

// --- access points -------------------------------------------------------------------------------

struct pan_sap *__pan_sap_new(int kind, pan_handler_t *handler, void *caller) {
    if (!__pan_procs) xnet_fail_at(caller, "panda: pan_init comes first");
    if (__pan_sap_count == access_points)
        xnet_fail_at(caller, "panda: more than %d access points, ports, services and groups",
                     access_points - first_own);
    struct pan_sap *const sap = &__pan_saps[__pan_sap_count];
    *sap = (struct pan_sap){.number = __pan_sap_count, .kind = kind, .handler = handler};
    sap->end = &sap->head;
    ++__pan_sap_count;
    return sap;
}
pan_sap_p pan_sap_create(pan_handler_t *handler) {
    return __pan_sap_new(sap_plain, handler, __builtin_return_address(0));
}
pan_port_p pan_port_create(pan_handler_t *handler) {
    return __pan_sap_new(sap_port, handler, __builtin_return_address(0));
}

// --- upcalls -------------------------------------------------------------------------------------

static struct pan_sap *work, **work_end = &work; ///< access points with a message to handle

void __pan_list(struct pan_sap *sap) {
    if (sap->listed || sap->busy || !sap->head) return;
    sap->listed = 1;
    ++__pan_pending;
    sap->next = 0;
    *work_end = sap;
    work_end = &sap->next;
}

void __pan_deliver(struct pan_msg *m) {
    struct pan_sap *const sap = m->sap;
    m->next = 0;
    *sap->end = m;
    sap->end = &m->next;
    if (sap->kind != sap_port || sap->handler) {
        __pan_list(sap);
        return;
    }
    struct pan_thread *const t = sap->receivers;
    if (!t) return;
    sap->receivers = t->next;
    __pan_ready(t);
}

static struct pan_msg *first_of(struct pan_sap *sap) {
    struct pan_msg *const m = sap->head;
    sap->head = m->next;
    if (!sap->head) sap->end = &sap->head;
    return m;
}

/// The upcall: begins outside a section and ends in one.
static void handle(void *arg) {
    struct pan_msg *const m = arg;
    struct pan_sap *const sap = m->sap; // the handler may end the message
    // For reports: the handler's name.
    __pan_current->f =
        (void (*)(void *))(sap->handler ? (void *)sap->handler : (void *)sap->service);
    if (sap->kind == sap_service) {
        extern void __pan_serve(struct pan_msg *);
        __pan_serve(m);
    } else {
        sap->handler(m, m->proto, m->src);
    }
    pan_enter();
    sap->busy = 0;
    __pan_list(sap);
    __pan_flush_credits();
}

static int take(void (**f)(void *), void **arg) {
    __pan_flush_credits();
    if (__pan_relay_take(f, arg)) return 1;
    struct pan_sap *const sap = work;
    if (!sap) return 0;
    work = sap->next;
    if (!work) work_end = &work;
    sap->listed = 0;
    --__pan_pending;
    sap->busy = 1;
    *f = handle;
    *arg = first_of(sap);
    return 1;
}

void __pan_check_handler(const char *what, void *caller) {
    if (__pan_current->in_upcall)
        xnet_fail_at(caller,
                     "%s: in an upcall (a handler may wait for a mutex, its message and its sends)",
                     what);
}

pan_msg_p pan_receive(pan_port_p port, unsigned *src) {
    void *const caller = __builtin_return_address(0);
    if (port->kind != sap_port || port->handler)
        xnet_fail_at(caller, "pan_receive: the port has a handler");
    __pan_check_free("pan_receive", caller);
    __pan_check_handler("pan_receive", caller);
    pan_enter();
    while (!port->head) {
        struct pan_thread **end = &port->receivers;
        while (*end) end = &(*end)->next;
        __pan_current->next = 0;
        *end = __pan_current;
        __pan_block(thread_message, (uintptr_t)caller);
    }
    struct pan_msg *const m = first_of(port);
    pan_leave();
    if (src) *src = m->src;
    return m;
}

// --- the scheduler's client ----------------------------------------------------------------------

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    __pan_accept(src, packet, size, flags == LFC_UPCALL_MCAST, 0);
    return 1;
}

static void interrupt(void) { am_defer(__pan_signal); }

static void idle(int begins) {
    if (begins) {
        ++__lfc_disabled;
    } else {
        --__lfc_disabled;
        __lfc_take_in(); // what has come meanwhile
    }
}

static const struct pan_client client = {take, __lfc_take_in, lfc_wait, idle};

void pan_poll(void) {
    __pan_check_free("pan_poll", __builtin_return_address(0));
    pan_enter();
    lfc_poll();
    pan_leave();
}

pan_packet_stats_t pan_packet_stats(void) {
    const lfc_stats_t s = lfc_stats_collect();
    return (pan_packet_stats_t){s.sent, s.forwarded};
}

// --- start and end -------------------------------------------------------------------------------

static pan_sap_p ending, ended;
static unsigned at_end;
static int all_at_end;
static struct pan_thread *waits_for_end;

static void ended_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    all_at_end = 1;
    pan_enter();
    if (waits_for_end) __pan_ready(waits_for_end);
    waits_for_end = 0;
    __pan_leave();
}

static void ending_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    if (++at_end < __pan_procs) return;
    pan_multicast(&pan_all, ended, 0, 0, 0, 0);
    pan_unicast(__pan_self, ended, 0, 0, 0, 0);
}

void pan_init(void) {
    if (__pan_procs) xnet_fail_at(__builtin_return_address(0), "pan_init: a second time");
    const lfc_config_t config = lfc_defaults();
    pan_enter();
    // Before lfc_init lets others go on: their messages may come within it.
    __pan_procs = (unsigned)am_procs();
    __pan_self = (unsigned)am_my_proc();
    __pan_keep_at_most = config.packets * 3 / 4;
    __pan_peers = __pan_get(__pan_procs * sizeof *__pan_peers);
    memset(__pan_peers, 0, __pan_procs * sizeof *__pan_peers);
    for (unsigned p = 0; p < __pan_procs; ++p) __pan_peers[p].credits = window;
    for (int i = 0; i < first_own; ++i) __pan_sap_new(sap_inner, 0, 0);
    ending = __pan_sap_new(sap_plain, ending_h, 0);
    ended = __pan_sap_new(sap_plain, ended_h, 0);
    lfc_init(&config);
    __pan_client = &client;
    __lfc_interrupt = interrupt;
    --__lfc_disabled;
    __lfc_take_in();
    __pan_leave();
}

void pan_end(void) {
    void *const caller = __builtin_return_address(0);
    __pan_check_free("pan_end", caller);
    __pan_check_handler("pan_end", caller);
    extern struct pan_thread *__am_threads;
    for (const struct pan_thread *t = __am_threads; t; t = t->next_of_all)
        if (t != __pan_current && t->state < thread_done && !t->detached)
            xnet_fail_at(caller, "pan_end: thread %u has not ended", t->number);
    pan_unicast(0, ending, 0, 0, 0, 0);
    pan_enter();
    while (!all_at_end) {
        waits_for_end = __pan_current;
        __pan_block(thread_order, (uintptr_t)caller);
    }
    pan_leave();
    __pan_rpc_ends();
    pan_enter();
    lfc_exit();
    __pan_leave(); // the last messages, to which nobody waits for an answer
}
