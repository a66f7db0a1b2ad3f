// What `inlet reproduce clients` measures of Panda-MT (001 6.2.2, 6.4, 6.5, 6.6.5): packets and
// upcalls. Node 0 prints a line for each point: "curve NAME X CYCLES BYTES", with a count in place
// of cycles. order_...: what order adds to a broadcast, x = 1 to 3 for GSB, PB and BB.
#include <am_core.h>
#include <pan_mt.h>
#include <stdio.h>

enum { repeated = 16, orders = 4 };

static unsigned me, procs;
static volatile unsigned got, phases, reports, computing, sum;
static int service;
static pan_port_p phase, report, stop, data;
static pan_group_p group[orders];
static pan_mutex_p mutex;
static pan_cond_p changed;

static void point(const char *name, unsigned x, unsigned value, unsigned per) {
    printf("curve %s %u %u 0\n", name, x, value / per);
}
static void count(volatile unsigned *what, unsigned by) {
    pan_mutex_lock(mutex);
    *what += by;
    pan_cond_broadcast(changed);
    pan_mutex_unlock(mutex);
}
static void wait_for(volatile unsigned *what, unsigned n) {
    pan_mutex_lock(mutex);
    while (*what < n) pan_cond_wait(changed);
    pan_mutex_unlock(mutex);
}
static void take_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    count(&got, 1);
}
static void phase_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    count(&phases, 1);
}
static void stop_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    computing = 0;
}
static void report_h(pan_msg_p m, void *proto, unsigned src) {
    (void)src;
    count(&sum, *(const unsigned *)proto);
    pan_msg_discard(m);
    count(&reports, 1);
}
static void serve(pan_msg_p request, void *proto, pan_call_p call, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(request);
    pan_rpc_reply(call, 0, 0, 0, 0);
}
static void barrier(void) {
    static unsigned wanted;
    for (unsigned p = 0; p < procs; ++p)
        if (p != me) pan_send(p, phase, 0, 0, 0, 0);
    wait_for(&phases, wanted += procs - 1);
}
/// Until the others have nothing to do.
static void pause(void) {
    const unsigned begin = am_cycles();
    while (am_cycles() - begin < 50000) am_poll();
}
static unsigned packets(void) {
    const pan_packet_stats_t s = pan_packet_stats();
    return s.sent + s.forwarded;
}

/// The last process broadcasts, one after the other; process 0 is the sequencer, and computes.
static void broadcasts(unsigned x) {
    static unsigned wanted;
    barrier();
    pause();
    const unsigned before = packets(), interrupting = pan_thread_stats().interrupting;
    const unsigned first = wanted;
    wanted += repeated;
    if (me == procs - 1)
        for (unsigned i = 0; i < repeated; ++i) {
            pause();
            if (x)
                pan_group_send(group[x], 0, 0, 0, 0);
            else
                pan_group_send_unordered(group[1], 0, 0, 0, 0);
            wait_for(&got, first + i + 1);
        }
    else if (me == 0)
        while (got < wanted) am_poll(); // no call of Panda
    else
        wait_for(&got, wanted);
    pause();
    const unsigned sent = packets() - before;
    const unsigned interrupted = pan_thread_stats().interrupting - interrupting;
    barrier();
    if (me) {
        pan_send(0, report, 0, 0, &sent, sizeof sent);
    } else {
        static unsigned all;
        wait_for(&reports, all += procs - 1);
        static unsigned unordered[2];
        if (x) {
            point("order_packets", x, sum + sent - unordered[0], repeated);
            point("order_interrupts", x, interrupted - unordered[1], repeated);
        } else
            unordered[0] = sum + sent, unordered[1] = interrupted;
        sum = 0;
    }
}

/// Interrupts of a server, process 1, that is idle or computes, for the calls of process 0.
static void calls(int computes) {
    static unsigned all;
    if (!all) all = reports;
    barrier();
    pause();
    const unsigned before = pan_thread_stats().interrupting;
    if (me == 0) {
        pause();
        for (int i = 0; i < repeated; ++i) pan_msg_discard(pan_rpc(1, service, 0, 0, 0, 0));
        pan_send(1, computes ? stop : data, 0, 0, 0, 0);
        wait_for(&reports, ++all);
        point("rpc_interrupts", (unsigned)computes, sum, repeated);
        sum = 0;
    } else if (me == 1) {
        if (computes)
            while (computing) am_poll(); // no call of Panda
        else
            pan_msg_discard(pan_receive(data, 0));
        const unsigned interrupted = pan_thread_stats().interrupting - before;
        pan_send(0, report, 0, 0, &interrupted, sizeof interrupted);
    }
    barrier();
}

int main(void) {
    pan_init();
    me = pan_my_pid(), procs = pan_nr_processes();
    mutex = pan_mutex_create();
    changed = pan_cond_create(mutex);
    phase = pan_port_create(phase_h);
    report = pan_port_create(report_h);
    stop = pan_port_create(stop_h);
    data = pan_port_create(0);
    service = pan_rpc_register(serve);
    const pan_protocol_t protocols[orders] = {PAN_GSB, PAN_GSB, PAN_PB, PAN_BB};
    for (unsigned x = 1; x < orders; ++x) {
        group[x] = pan_group_create(take_h);
        pan_group_protocol(group[x], protocols[x]);
    }
    computing = 1;
    for (unsigned x = 0; x < orders; ++x) broadcasts(x);
    calls(0);
    calls(1);
    // A message of 1 KB needs a second packet (6.5.1).
    if (me == 0) {
        static char kilobyte[1024];
        pan_iovec_t part = {kilobyte, sizeof kilobyte};
        const unsigned before = packets();
        pan_send(1, data, &part, 1, 0, 0);
        point("message_packets", sizeof kilobyte, packets() - before, 1);
    } else if (me == 1)
        pan_msg_discard(pan_receive(data, 0));
    barrier();
    pan_end();
}
