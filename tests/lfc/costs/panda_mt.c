// The cost of threads and of Panda-MT, for docs/panda.md: the mean of some rounds, after one that
// is not counted. A header carries the time of the call.
#include "costs.h"

#include <am_context.h>
#include <pan_mt.h>
#include <stdint.h>

enum { longest = 65536 };
static char buffer[longest], in[longest];
static unsigned me, procs;
static pan_port_p point, back, ready_port, stop_port;
static pan_group_p gsb, pb, bb, plain;
static int service;
static pan_port_p blocked_port;
static pan_mutex_p mutex, held, never_held;
static pan_cond_p changed;
static volatile unsigned answers, latest, own;
static volatile int computing;

static void point_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned from = *(unsigned *)proto;
    pan_msg_consume(m, in, pan_msg_size(m));
    const unsigned took = am_cycles() - from;
    if (src == me)
        own = took;
    else
        pan_send(src, back, 0, 0, &took, sizeof took);
}
static void back_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned took = *(unsigned *)proto;
    (void)src;
    pan_msg_discard(m);
    pan_mutex_lock(mutex);
    if (took > latest) latest = took;
    ++answers;
    pan_cond_signal(changed);
    pan_mutex_unlock(mutex);
}
static void service_h(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    unsigned word;
    (void)proto, (void)src;
    pan_msg_consume(m, &word, sizeof word);
    pan_iovec_t part = {&word, sizeof word};
    pan_rpc_reply(call, &part, 1, 0, 0);
}
static void stop_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    computing = 0;
}

/// From process 0 to process 1, or to a group: until the last one has it. Returns the sender's own.
static unsigned one_way(const char *what, unsigned bytes, pan_group_p group) {
    unsigned all = 0, all_own = 0;
    for (int i = -1; i < rounds; ++i) {
        pan_iovec_t part = {buffer, bytes};
        const unsigned wanted = group ? procs - 1 : 1, now = am_cycles();
        answers = latest = 0;
        if (group == plain && group)
            pan_group_send_unordered(group, &part, 1, &now, sizeof now);
        else if (group)
            pan_group_send(group, &part, 1, &now, sizeof now);
        else
            pan_send(1, point, &part, 1, &now, sizeof now);
        pan_mutex_lock(mutex);
        while (answers < wanted) pan_cond_wait(changed);
        pan_mutex_unlock(mutex);
        if (i >= 0) all += latest, all_own += own;
    }
    if (what) row(what, all / rounds);
    return all_own / rounds;
}

static void calls(const char *what) {
    unsigned value = 7, start = 0;
    pan_iovec_t part = {&value, 4};
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        pan_msg_p reply = pan_rpc(1, service, &part, 1, 0, 0);
        pan_msg_consume(reply, &value, 4);
    }
    row(what, (am_cycles() - start) / rounds);
}

// --- threads -------------------------------------------------------------------------------------

static void yields(void *arg) {
    (void)arg;
    for (int i = 0; i <= rounds; ++i) pan_thread_yield();
}
static void nothing(void *arg) { (void)arg; }
static void (*volatile call)(void *) = nothing;
static char stack[8192] __attribute__((aligned(16)));

/// The upcall: where `held` is locked it leaves, and ends when the holder unlocks.
static void blocked_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    pan_mutex_lock(held);
    pan_mutex_unlock(held);
}
/// Holds a mutex while the next thread runs.
static void holds(void *arg) {
    for (int i = -2; i < rounds; ++i) {
        pan_mutex_lock(arg);
        pan_thread_yield();
        pan_mutex_unlock(arg);
    }
}
/// Upcalls of messages to this process. If they wait for the holder, that one runs immediately,
/// since it inherits their priority; else main lets it run, for the same number of its switches.
static unsigned upcalls(pan_mutex_p m, int wait) {
    pan_thread_p holder = pan_thread_create(holds, m, 0, 0);
    unsigned start = 0;
    pan_thread_yield();
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        pan_send(me, blocked_port, 0, 0, 0, 0);
        if (!wait) pan_thread_yield();
    }
    const unsigned took = am_cycles() - start;
    pan_thread_join(holder);
    return took;
}

static void threads(void) {
    pan_thread_p other = pan_thread_create(yields, 0, 0, 0);
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        pan_thread_yield();
    }
    row("a thread switch, `pan_thread_yield`", (am_cycles() - start) / rounds / 2);
    pan_thread_join(other);
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        pan_thread_join(pan_thread_create(nothing, 0, 0, 1));
    }
    row("a thread made, run and joined", (am_cycles() - start) / rounds);
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        pan_mutex_lock(held);
        pan_mutex_unlock(held);
    }
    row("`pan_mutex_lock`, `pan_mutex_unlock`", (am_cycles() - start) / rounds);
    unsigned plain_call = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        call(0);
    }
    plain_call = am_cycles() - start;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        am_upcall(stack + sizeof stack, call, 0);
    }
    row("`am_upcall` more than a call", (am_cycles() - start - plain_call) / rounds);
    const unsigned ends = upcalls(never_held, 0), left = pan_thread_stats().left;
    const unsigned blocks = upcalls(held, 1);
    if (pan_thread_stats().left - left != rounds + 1) printf("upcalls do not leave\n");
    row("an upcall that waits for a mutex and becomes a thread, more than one that ends",
        (blocks - ends) / rounds);
}

int main(void) {
    pan_init();
    me = pan_my_pid(), procs = pan_nr_processes();
    mutex = pan_mutex_create();
    held = pan_mutex_create(), never_held = pan_mutex_create();
    changed = pan_cond_create(mutex);
    point = pan_port_create(point_h);
    back = pan_port_create(back_h);
    ready_port = pan_port_create(0);
    stop_port = pan_port_create(stop_h), blocked_port = pan_port_create(blocked_h);
    gsb = pan_group_create(point_h), pb = pan_group_create(point_h);
    bb = pan_group_create(point_h), plain = pan_group_create(point_h);
    pan_group_protocol(pb, PAN_PB);
    pan_group_protocol(bb, PAN_BB);
    service = pan_rpc_register(service_h);
    if (me == 2) { // the sender of broadcasts is not process 0
        pan_msg_discard(pan_receive(ready_port, 0));
        one_way("broadcast to 16, until the last has it, unordered, 0 bytes", 0, plain);
        one_way("ordered by GSB, 0 bytes", 0, gsb);
        one_way("ordered by PB, 0 bytes", 0, pb);
        one_way("ordered by BB, 0 bytes", 0, bb);
        one_way("unordered, 64 KB", longest, plain);
        one_way("ordered by GSB, 64 KB", longest, gsb);
        one_way("ordered by PB, 64 KB", longest, pb);
        one_way("ordered by BB, 64 KB", longest, bb);
        pan_send(0, ready_port, 0, 0, 0, 0);
    } else if (me == 1) {
        pan_msg_discard(pan_receive(ready_port, 0));
        computing = 1;
        pan_send(0, ready_port, 0, 0, 0, 0);
        while (computing) am_poll(); // no poll where messages interrupt
    } else if (me == 0) {
        threads();
        one_way("Panda-MT: a message, one way, 0 bytes", 0, 0);
        one_way("a message, one way, 1 KB", 1024, 0);
        one_way("a message, one way, 64 KB", longest, 0);
        calls("`pan_rpc`, a word there and back, to an idle process");
        pan_send(1, ready_port, 0, 0, 0, 0);
        pan_msg_discard(pan_receive(ready_port, 0));
        calls("to a process that computes");
        pan_send(1, stop_port, 0, 0, 0, 0);
        pan_send(2, ready_port, 0, 0, 0, 0);
        pan_msg_discard(pan_receive(ready_port, 0));
    }
    pan_end();
}
