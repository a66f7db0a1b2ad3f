// run: --nodes 2
// An RPC to an idle server and to one that computes (001 6.2.2): the idle one polls, so that nobody
// is interrupted; the other one is interrupted about once a call, where messages interrupt.
#include <am_core.h>
#include <pan_mt.h>
#include <stdio.h>

enum { calls = 100 };

static int service;
static pan_port_p port;
static volatile int computing;

static void serve(pan_msg_p request, void *proto, pan_call_p call, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(request);
    pan_rpc_reply(call, 0, 0, 0, 0);
}

static void stop_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    computing = 0;
}

static unsigned call_all(void) {
    const unsigned start = am_cycles();
    for (int i = 0; i < calls; ++i) pan_msg_discard(pan_rpc(1, service, 0, 0, 0, 0));
    return (am_cycles() - start) / calls;
}

int main(void) {
    pan_init();
    service = pan_rpc_register(serve);
    port = pan_port_create(0);
    pan_port_p stop = pan_port_create(stop_h);
    pan_thread_stats_t idle = {0}, busy = {0};
    if (pan_my_pid() == 0) {
        pan_msg_discard(pan_rpc(1, service, 0, 0, 0, 0)); // code is in caches, stacks are made
        const unsigned to_idle = call_all();
        pan_send(1, port, 0, 0, 0, 0);
        pan_msg_discard(pan_receive(port, 0)); // it computes
        const unsigned to_busy = call_all();
        pan_send(1, stop, 0, 0, 0, 0);
        printf("a call takes %u cycles to an idle server, %u to one that computes\n", to_idle,
               to_busy);
    } else {
        pan_msg_discard(pan_receive(port, 0)); // idle until process 0 sends this
        idle = pan_thread_stats();
        computing = 1;
        pan_send(0, port, 0, 0, 0, 0);
        while (computing) am_poll(); // no poll where messages interrupt
        busy = pan_thread_stats();
        printf("%d calls to the idle server: %u upcalls interrupt, to the other one: %u\n", calls,
               idle.interrupting, busy.interrupting - idle.interrupting);
    }
    pan_end();
}
