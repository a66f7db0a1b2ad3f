// run: --nodes 3
// Programs that hang where a handler runs on top of the thread that it waits for, or replies take
// credits (docs/panda.md, "Who runs where"): all end. And a slow receiver stops its sender.
#include <am.h>
#include <pan_mt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { long_bytes = 100000, some = 40 };
static unsigned me, procs;
static int wrong;
static pan_port_p long_port, held_port, mutex_port, slow_port;
static int service;
static pan_mutex_p mutex, done_mutex;
static pan_cond_p done_changed;
static volatile unsigned done;
static unsigned char bytes[long_bytes];

static void check(int ok, const char *what) {
    if (!ok) printf("%u: wrong: %s\n", me, what), ++wrong;
}
static void is_done(void) {
    pan_mutex_lock(done_mutex);
    ++done;
    pan_cond_broadcast(done_changed);
    pan_mutex_unlock(done_mutex);
}
static void wait_done(unsigned n) {
    pan_mutex_lock(done_mutex);
    while (done < n) pan_cond_wait(done_changed);
    done -= n;
    pan_mutex_unlock(done_mutex);
}

static pan_port_p barrier_port;
static volatile unsigned at_barrier;
static void barrier_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    pan_mutex_lock(done_mutex);
    ++at_barrier;
    pan_cond_broadcast(done_changed);
    pan_mutex_unlock(done_mutex);
}
static void barrier(void) {
    static unsigned barriers;
    for (unsigned p = 0; p < procs; ++p) pan_send(p, barrier_port, 0, 0, 0, 0);
    barriers += procs;
    pan_mutex_lock(done_mutex);
    while (at_barrier < barriers) pan_cond_wait(done_changed);
    pan_mutex_unlock(done_mutex);
}

// (a) Long sends of all to each other; handlers consume the other's message.
static void long_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto;
    unsigned char part[3000];
    unsigned at = 0, sum = 0;
    while (pan_msg_left(m) > sizeof part) {
        pan_msg_consume(m, part, sizeof part);
        for (unsigned i = 0; i < sizeof part; ++i) sum += part[i] != (unsigned char)(at + i + src);
        at += sizeof part;
    }
    const unsigned left = pan_msg_left(m);
    pan_msg_consume(m, part, left);
    for (unsigned i = 0; i < left; ++i) sum += part[i] != (unsigned char)(at + i + src);
    check(sum == 0, "a long message");
    is_done();
}
static void long_sends(void) {
    for (unsigned i = 0; i < long_bytes; ++i) bytes[i] = (unsigned char)(i + me);
    const pan_iovec_t part = {bytes, long_bytes};
    for (unsigned p = 1; p < procs; ++p)
        pan_send((me + p) % procs, long_port, (pan_iovec_p)&part, 1, 0, 0);
    wait_done(procs - 1);
}

// (b) A handler that waits for the rest of its message, while the thread that it has interrupted
// has kept messages of the same sender, whose credits that rest needs.
static pan_msg_p kept[some];
static volatile unsigned kept_count;
static void held_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    kept[kept_count++] = m;
    is_done();
}
static void rest_of_a_message(void) {
    if (me == 0) {
        const pan_iovec_t small = {bytes, 900};
        for (int i = 0; i < some - 15; ++i) pan_send(1, held_port, (pan_iovec_p)&small, 1, 0, 0);
        const pan_iovec_t part = {bytes, long_bytes};
        for (unsigned i = 0; i < long_bytes; ++i) bytes[i] = (unsigned char)i;
        pan_send(1, long_port, (pan_iovec_p)&part, 1, 0, 0);
    } else if (me == 1) {
        wait_done(some - 15 + 1); // of the long one too
        for (unsigned i = 0; i < kept_count; ++i) pan_msg_discard(kept[i]);
    }
}

// (c) A handler waits for a mutex, whose holder waits for one of the thread below the handler.
static pan_mutex_p below;
static volatile unsigned handlers_came;
static void mutex_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    ++handlers_came;
    pan_mutex_lock(mutex);
    pan_mutex_unlock(mutex);
    is_done();
}
static void holder(void *arg) {
    (void)arg;
    pan_mutex_lock(mutex);
    pan_mutex_lock(below);
    pan_mutex_unlock(below);
    pan_mutex_unlock(mutex);
}
static void handler_waits_for_mutex(void) {
    if (me != 0) {
        pan_send(0, mutex_port, 0, 0, 0, 0);
        return;
    }
    pan_mutex_lock(below);
    pan_thread_p t = pan_thread_create(holder, 0, 0, 1);
    while (handlers_came == 0) am_poll(); // one waits, and its port with it
    const unsigned start = am_cycles();
    while (am_cycles() - start < 20000) am_poll();
    pan_mutex_unlock(below);
    wait_done(procs - 1);
    pan_thread_join(t);
}

// 3.4: a request's handler floods the caller, whose thread reads only after its RPC.
static void flood(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    (void)proto;
    pan_msg_discard(m);
    (void)src;
    char answer[5000];
    memset(answer, 7, sizeof answer);
    const pan_iovec_t part = {answer, sizeof answer};
    pan_rpc_reply(call, (pan_iovec_p)&part, 1, 0, 0);
}
static void flooder(void *arg) {
    (void)arg;
    const pan_iovec_t part = {bytes, 900};
    for (int i = 0; i < 2 * some; ++i) pan_send(0, slow_port, (pan_iovec_p)&part, 1, 0, 0);
}
static void reply_behind_full_window(void) {
    if (me == 1) {
        pan_thread_p t = pan_thread_create(flooder, 0, 0, 0);
        pan_thread_join(t);
    } else if (me == 0) {
        const unsigned start = am_cycles(); // until the window of 1 is full
        while (am_cycles() - start < 400000) pan_poll();
        char answer[5000];
        pan_msg_p reply = pan_rpc(1, service, 0, 0, 0, 0);
        pan_msg_consume(reply, answer, sizeof answer);
        check(answer[4999] == 7, "the reply");
        for (int i = 0; i < 2 * some; ++i) pan_msg_discard(pan_receive(slow_port, 0));
    }
}

// A slow receiver: its sender has at most a window of packets on the way.
static volatile unsigned sent;
static void sender(void *arg) {
    (void)arg;
    const pan_iovec_t part = {bytes, 900};
    for (sent = 0; sent < 3 * some; ++sent) pan_send(2, slow_port, (pan_iovec_p)&part, 1, 0, 0);
}
static pan_port_p go_port;
static void go_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    if (me == 0)
        pan_send(2, go_port, 0, 0, 0, 0);
    else
        is_done();
}
static void stopped_sender(void) {
    if (me == 1) {
        pan_thread_p t = pan_thread_create(sender, 0, 0, 0);
        pan_thread_yield();
        const unsigned start = am_cycles();
        while (am_cycles() - start < 400000) pan_poll();
        check(sent <= 33, "the sender has not stopped");
        pan_send(0, go_port, 0, 0, 0, 0);   // this process has no credits of 2
        pan_send(2, long_port, 0, 0, 0, 0); // needs a credit too: behind the sender
        pan_thread_join(t);
    } else if (me == 2) {
        wait_done(1); // until 1 has looked
        for (int i = 0; i < 3 * some; ++i) pan_msg_discard(pan_receive(slow_port, 0));
        wait_done(1);
    }
}

// 3.5: a thread is woken that computes, while a less important one sends an ordered broadcast, and
// computes until it has the next broadcast, whose number is larger.
static pan_group_p groups[3];
static pan_port_p wake_port;
static volatile int awake, late_came;
enum { long_one, late_one };
static void group_h(pan_msg_p m, void *proto, unsigned src, pan_group_p group) {
    const unsigned kind = *(unsigned *)proto, late = late_one;
    (void)src;
    if (kind == long_one && me == 1) {
        pan_send(2, wake_port, 0, 0, 0, 0);
        pan_group_send(group, 0, 0, &late, sizeof late);
    }
    pan_msg_discard(m);
    if (kind == late_one) late_came = 1;
    is_done();
}
static void group_0(pan_msg_p m, void *p, unsigned src) { group_h(m, p, src, groups[0]); }
static void group_1(pan_msg_p m, void *p, unsigned src) { group_h(m, p, src, groups[1]); }
static void group_2(pan_msg_p m, void *p, unsigned src) { group_h(m, p, src, groups[2]); }
static void wake_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    pan_mutex_lock(done_mutex);
    awake = 1;
    pan_cond_broadcast(done_changed);
    pan_mutex_unlock(done_mutex);
}
/// Waits for wake_h, then computes until `*until`.
static void computes(void *until) {
    pan_mutex_lock(done_mutex);
    while (!awake) pan_cond_wait(done_changed);
    pan_mutex_unlock(done_mutex);
    while (!*(volatile int *)until) am_poll();
}
static void preempted_sender(pan_group_p group) {
    awake = late_came = 0;
    barrier();
    if (me == 2) {
        pan_thread_p t = pan_thread_create(computes, (void *)&late_came, 0, 5);
        const pan_iovec_t part = {bytes, long_bytes};
        const unsigned kind = long_one;
        pan_group_send(group, (pan_iovec_p)&part, 1, &kind, sizeof kind);
        pan_thread_join(t);
    }
    wait_done(2);
}

// 3.5, mutexes: a thread that computes has taken the processor from a mutex's holder, until a
// handler has had the mutex.
static volatile int had_mutex;
static void needs_mutex_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    pan_mutex_lock(mutex);
    had_mutex = 1;
    pan_mutex_unlock(mutex);
}
static pan_port_p needs_mutex;
static void preempted_holder(void) {
    awake = 0;
    barrier();
    if (me == 0) {
        pan_thread_p t = pan_thread_create(computes, (void *)&had_mutex, 0, 5);
        pan_thread_yield(); // it waits
        pan_mutex_lock(mutex);
        while (!awake) am_poll(); // when it is, the other thread runs at once
        pan_mutex_unlock(mutex);
        pan_thread_join(t);
    } else if (me == 1) {
        pan_send(0, wake_port, 0, 0, 0, 0);
        const unsigned start = am_cycles();
        while (am_cycles() - start < 20000) am_poll();
        pan_send(0, needs_mutex, 0, 0, 0, 0);
    }
}

int main(void) {
    pan_init();
    me = pan_my_pid();
    procs = pan_nr_processes();
    long_port = pan_port_create(long_h);
    held_port = pan_port_create(held_h);
    mutex_port = pan_port_create(mutex_h);
    slow_port = pan_port_create(0);
    barrier_port = pan_port_create(barrier_h);
    service = pan_rpc_register(flood);
    wake_port = pan_port_create(wake_h);
    go_port = pan_port_create(go_h);
    needs_mutex = pan_port_create(needs_mutex_h);
    pan_handler_t *const handlers[] = {group_0, group_1, group_2};
    for (int g = 0; g < 3; ++g) {
        groups[g] = pan_group_create(handlers[g]);
        pan_group_protocol(groups[g], g == 0 ? PAN_GSB : g == 1 ? PAN_PB : PAN_BB);
    }
    mutex = pan_mutex_create();
    below = pan_mutex_create();
    done_mutex = pan_mutex_create();
    done_changed = pan_cond_create(done_mutex);
    am_enable(AM_INTERRUPTS);
    long_sends();
    barrier();
    rest_of_a_message();
    barrier();
    handler_waits_for_mutex();
    barrier();
    reply_behind_full_window();
    barrier();
    stopped_sender();
    for (int g = 0; g < 3; ++g) preempted_sender(groups[g]);
    preempted_holder();
    pan_end();
    printf("%d wrong\n", wrong);
}
