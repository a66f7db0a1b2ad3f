// Eight threads a process, of random priorities, call services of random processes. A service
// answers in its handler, or leaves the call to a thread that answers the latest call first. All
// share a table under one mutex. No call is lost, each has its own answer, and nobody is in the
// table beside its holder.
#include <am.h>
#include <pan_mt.h>
#include <stdio.h>
#include <stdlib.h>

enum { clients = 8, calls = 12, most = 64 * clients };
static unsigned me, procs;
static int now, later, wrong;
static pan_mutex_p mutex;
static pan_cond_p changed;
static pan_port_p done;
static volatile unsigned inside, served, all_done;
static struct {
    pan_call_p call;
    unsigned question;
} waiting[most];
static volatile unsigned waiting_count;

static void check(int ok, const char *what) {
    if (!ok && wrong++ < 5) printf("%u: wrong: %s\n", me, what);
}
static void lock(void) {
    pan_mutex_lock(mutex);
    check(inside++ == 0, "two are in the table");
}
static void unlock(void) {
    check(--inside == 0, "two have been in the table");
    pan_mutex_unlock(mutex);
}
static void wait(void) {
    --inside;
    pan_cond_wait(changed);
    check(inside++ == 0, "a waiter comes to the table beside another");
}
static unsigned random_of(unsigned *state, unsigned n) {
    *state = *state * 1103515245u + 12345u;
    return (*state >> 16) % n;
}

static void answer(pan_call_p call, unsigned question) {
    const unsigned reply = question * 3 + 1;
    pan_rpc_reply(call, 0, 0, &reply, sizeof reply);
}
static void now_h(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    const unsigned question = *(unsigned *)proto;
    (void)src;
    pan_msg_discard(m);
    lock();
    ++served;
    unlock();
    answer(call, question);
}
static void later_h(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    const unsigned question = *(unsigned *)proto;
    (void)src;
    pan_msg_discard(m);
    lock();
    ++served;
    waiting[waiting_count].call = call;
    waiting[waiting_count++].question = question;
    pan_cond_signal(changed);
    unlock();
}
static void answers(void *arg) {
    (void)arg;
    for (;;) {
        lock();
        while (!waiting_count && all_done < procs) wait();
        if (!waiting_count) {
            unlock();
            return;
        }
        --waiting_count;
        const pan_call_p call = waiting[waiting_count].call;
        const unsigned question = waiting[waiting_count].question;
        unlock();
        answer(call, question);
    }
}
static void done_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    lock();
    ++all_done;
    pan_cond_signal(changed);
    unlock();
}
static void client(void *arg) {
    const unsigned t = (unsigned)arg;
    unsigned state = me * clients + t + 1;
    for (unsigned i = 0; i < calls; ++i) {
        const unsigned question = (me * clients + t) * calls + i;
        pan_msg_p reply = pan_rpc(random_of(&state, procs), random_of(&state, 2) ? now : later, 0,
                                  0, &question, sizeof question);
        check(*(unsigned *)pan_msg_proto(reply) == question * 3 + 1, "a reply is another call's");
        pan_msg_discard(reply);
        if (random_of(&state, 3) == 0)
            pan_thread_set_priority(pan_thread_self(), (int)random_of(&state, 4));
        for (unsigned n = random_of(&state, 50); n > 0; --n) am_poll(); // computes
        lock();
        unlock();
    }
}

int main(void) {
    pan_init();
    me = pan_my_pid();
    procs = pan_nr_processes();
    mutex = pan_mutex_create();
    changed = pan_cond_create(mutex);
    now = pan_rpc_register(now_h);
    later = pan_rpc_register(later_h);
    done = pan_port_create(done_h);
    am_enable(AM_INTERRUPTS);
    pan_thread_p all[clients], late = pan_thread_create(answers, 0, 0, 1);
    for (unsigned t = 0; t < clients; ++t)
        all[t] = pan_thread_create(client, (void *)t, 0, (int)t % 4);
    for (unsigned t = 0; t < clients; ++t) pan_thread_join(all[t]);
    for (unsigned p = 0; p < procs; ++p) pan_send(p, done, 0, 0, 0, 0);
    pan_thread_join(late);
    check(!waiting_count, "calls have no answer");
    pan_end();
    printf("%u served, %d wrong\n", served, wrong);
}
