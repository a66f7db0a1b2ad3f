// run: --nodes 5
// What a broadcast and an RPC cost in messages and interrupts (001 6.2.2, 6.4, 6.6.5), from
// counters: process 4 broadcasts while all others are idle, or process 0 computes.
#include <am_core.h>
#include <pan_mt.h>
#include <stdio.h>

enum { broadcasts = 20, calls = 20 };
static unsigned me, procs;
static pan_mutex_p mutex;
static pan_cond_p changed;
static volatile unsigned got, phases_done;
static pan_port_p phase_port;

static void count(volatile unsigned *what) {
    pan_mutex_lock(mutex);
    ++*what;
    pan_cond_broadcast(changed);
    pan_mutex_unlock(mutex);
}
static void wait_for(volatile unsigned *what, unsigned n) {
    pan_mutex_lock(mutex);
    while (*what < n) pan_cond_wait(changed);
    pan_mutex_unlock(mutex);
}
static void group_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    count(&got);
}
static void phase_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    count(&phases_done);
}
static void barrier(void) {
    static unsigned wanted;
    for (unsigned p = 0; p < procs; ++p)
        if (p != me) pan_send(p, phase_port, 0, 0, 0, 0);
    wait_for(&phases_done, wanted += procs - 1);
}

/// Until the others are idle.
static void pause(void) {
    const unsigned start = am_cycles();
    while (am_cycles() - start < 50000) am_poll();
}

static unsigned upcalls(void) {
    const pan_thread_stats_t s = pan_thread_stats();
    return s.polled + s.interrupting;
}

/// One after the other: process 4 waits for its own.
static void measure(const char *what, pan_group_p group, int computes) {
    static unsigned wanted;
    barrier();
    const unsigned sent = pan_packet_stats().sent, before = upcalls();
    const unsigned interrupting = pan_thread_stats().interrupting;
    wanted += broadcasts;
    if (me == 4) {
        for (unsigned i = 0; i < broadcasts; ++i) {
            pause();
            pan_group_send(group, 0, 0, 0, 0);
            wait_for(&got, wanted - broadcasts + i + 1);
        }
    } else if (me == 0 && computes) {
        while (got < wanted) am_poll(); // no call of Panda
    } else {
        wait_for(&got, wanted);
    }
    const unsigned interrupted = pan_thread_stats().interrupting - interrupting;
    if (me == 0 || me == 4)
        printf("%s: process %u sends %u packets for a broadcast and has %u upcalls, %s\n", what, me,
               (pan_packet_stats().sent - sent) / broadcasts, (upcalls() - before) / broadcasts,
               interrupted ? "interrupting" : "polled");
    pause(); // they read their counters
    barrier();
}

int main(void) {
    pan_init();
    me = pan_my_pid();
    procs = pan_nr_processes();
    mutex = pan_mutex_create();
    changed = pan_cond_create(mutex);
    phase_port = pan_port_create(phase_h);
    pan_group_p gsb = pan_group_create(group_h), pb = pan_group_create(group_h),
                bb = pan_group_create(group_h);
    pan_group_protocol(pb, PAN_PB);
    pan_group_protocol(bb, PAN_BB);
    measure("GSB", gsb, 0);
    measure("PB", pb, 0);
    measure("BB", bb, 0);
    measure("GSB, process 0 computes", gsb, 1);
    measure("PB, process 0 computes", pb, 1);
    pan_end();
}
