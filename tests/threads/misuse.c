// Errors of programs with threads and Panda-MT: the argument says which; each ends the run with one
// message, whose text follows the number here.
// misuse 1: pan_thread_create: a stack of 4096 bytes, at least 16384 are needed
// misuse 2: pan_mutex_unlock: thread 0 holds it, not thread 1
// misuse 3: pan_mutex_unlock: it is not locked
// misuse 4: pan_mutex_lock: thread 0 has locked it already
// misuse 5: pan_cond_wait: thread 0 does not hold the condition's mutex
// misuse 6: pan_cond_wait: thread 0 holds another mutex too
// misuse 7: pan_send: thread 0 holds the mutex
// misuse 8: pan_cond_wait: in an upcall
// misuse 9: pan_rpc: in an upcall
// misuse 10: pan_thread_join: within am_hold()
// misuse 11: pan_thread_join: thread 1 is joined already
// misuse 12: pan_end: thread 1 has not ended
// misuse 13: pan_rpc_reply: the call has been answered
// misuse 14: pan_receive: the port has a handler
// misuse 15: pan_send: a header of 65 bytes, at most 64 are possible
// misuse 16: pan_thread_create: priority -1
// misuse 17: a handler returns, and holds a mutex
// misuse 18: all threads are blocked, 2 of them
// misuse 19: pan_rpc: there is no service 3
// misuse 20: pan_send: there is no process 2
// misuse 21: a thread ends, and holds a mutex
// misuse 22: which is not there: all processes create the same ones
// misuse 23: pan_thread_create: in a message's handler
// misuse 24: a thread's stack, which is used up
// misuse 24: (recurse)
// misuse 25: deadlock: every node waits
// misuse 25: (waits) waits for a condition at
// misuse 33: thread 0 (main) waits for a reply at
// misuse 33: (main+
// misuse 34: (locks_a) waits for a mutex at
// misuse 34: , which thread 0 has locked at
// misuse 34: thread 0 (main) waits for a mutex at
// misuse 26: pan_end: 1 calls have no reply
// misuse 27: pan_mutex_lock: in a message's handler
// misuse 28: pan_send: within am_hold()
// misuse 29: pan_thread_join: in an upcall
// misuse 30: pan_receive: in an upcall
// misuse 31: process 0 sends to a port, and finds a service here: all processes create the same
// misuse 32: pan_cond_signal: in a message's handler
#include <am.h>
#include <pan_mt.h>
#include <stdlib.h>

static int which, service;
static pan_mutex_p a, b;
static pan_cond_p c;
static pan_port_p port, other_port;
static volatile int go;

static void unlocks(void *arg) {
    (void)arg;
    pan_mutex_unlock(a);
}
static void locks_a(void *arg) { // main has locked b
    (void)arg;
    pan_mutex_lock(a);
    pan_mutex_lock(b);
}
static void nothing(void *arg) { (void)arg; }
static void waits(void *arg) {
    (void)arg;
    pan_mutex_lock(a);
    pan_cond_wait(c);
    go = 1; // no tail call
}
static void ends(void *arg) {
    (void)arg;
    pan_mutex_lock(a);
}
static int depth(int n) {
    volatile char room[200];
    room[0] = (char)n;
    return n ? depth(n - 1) + room[0] : 0;
}
static void recurse(void *arg) {
    (void)arg;
    go = depth(100000);
}

static void h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    if (which == 8) pan_mutex_lock(a), pan_cond_wait(c);
    if (which == 9) pan_rpc(0, service, 0, 0, 0, 0);
    if (which == 17) pan_mutex_lock(a);
    if (which == 29) pan_thread_join(pan_thread_create(nothing, 0, 0, 0));
    if (which == 30) pan_receive(other_port, 0);
    ++go;
}
static void serve(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    if (which == 26 || which == 33) return;
    pan_rpc_reply(call, 0, 0, 0, 0);
    pan_rpc_reply(call, 0, 0, 0, 0);
}
static void in_handler(int src) {
    (void)src;
    if (which == 27) pan_mutex_lock(a);
    if (which == 32) pan_cond_signal(c);
    pan_thread_create(nothing, 0, 0, 0);
}
static void calls(void *arg) {
    (void)arg;
    pan_rpc(1, service, 0, 0, 0, 0);
}

int main(int argc, char **argv) {
    which = argc > 1 ? atoi(argv[1]) : 0;
    a = pan_mutex_create(), b = pan_mutex_create();
    c = pan_cond_create(a);
    pan_thread_p t;
    static char header[65];
    switch (which) { // one node's threads
    case 1: pan_thread_create(nothing, 0, 4096, 0); break;
    case 2: pan_mutex_lock(a), pan_thread_join(pan_thread_create(unlocks, 0, 0, 1)); break;
    case 3: pan_mutex_unlock(a); break;
    case 4: pan_mutex_lock(a), pan_mutex_lock(a); break;
    case 5: pan_cond_wait(c); break;
    case 6: pan_mutex_lock(b), pan_mutex_lock(a), pan_cond_wait(c); break;
    case 10: am_hold(), pan_thread_join(pan_thread_create(nothing, 0, 0, 0)); break;
    case 11: t = pan_thread_create(nothing, 0, 0, 1), pan_thread_join(t), pan_thread_join(t); break;
    case 16: pan_thread_create(nothing, 0, 0, -1); break;
    case 18: pan_thread_join(pan_thread_create(waits, 0, 0, 1)); break;
    case 21: pan_thread_create(ends, 0, 0, 1); break;
    case 23:
    case 27:
    case 32:
        am_enable(AM_INTERRUPTS);
        am_request_0(am_my_proc(), in_handler);
        for (int i = 0; i < 100000; ++i) am_poll();
        break;
    case 24: pan_thread_join(pan_thread_create(recurse, 0, 0, 1)); break;
    default: break;
    }
    pan_init();
    port = pan_port_create(h);
    const unsigned me = pan_my_pid();
    if (which != 31 || me == 0) other_port = pan_port_create(0);
    if (which != 22 || me == 0) service = pan_rpc_register(serve);
    switch (which) {
    case 7: pan_mutex_lock(a), pan_send(1 - me, port, 0, 0, 0, 0); break;
    case 8:
    case 9:
    case 17:
    case 29:
    case 30: pan_send(1 - me, port, 0, 0, 0, 0); break;
    case 12: pan_thread_create(waits, 0, 0, 1); break;
    case 13: pan_rpc(1 - me, service, 0, 0, 0, 0); break;
    case 14: pan_receive(port, 0); break;
    case 15: pan_send(1 - me, port, 0, 0, header, 65); break;
    case 19: pan_rpc(1 - me, 3, 0, 0, 0, 0); break;
    case 20: pan_send(2, port, 0, 0, 0, 0); break;
    case 22:
        if (me == 0) pan_rpc(1, service, 0, 0, 0, 0);
        break;
    case 25: pan_thread_join(pan_thread_create(waits, 0, 0, 1)); break;
    case 33: pan_rpc((me + 1) % pan_nr_processes(), service, 0, 0, 0, 0); break;
    case 34:
        pan_mutex_lock(b), pan_thread_create(locks_a, 0, 0, 0), pan_thread_yield();
        pan_mutex_lock(a);
        break;
    case 28: am_hold(), pan_send(1 - me, port, 0, 0, 0, 0); break;
    case 31:
        if (me == 0) pan_send(1, other_port, 0, 0, 0, 0);
        break;
    case 26:
        if (me == 0) pan_thread_detach(pan_thread_create(calls, 0, 0, 1));
        break;
    default: break;
    }
    pan_end();
}
