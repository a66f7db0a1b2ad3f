// What `inlet reproduce lfc` measures of threads and Panda-MT (001 6.2, 6.5, 6.6.5, Table 7.2), on
// 16 nodes. Node 0 or 2 prints a line for each point: "curve NAME X CYCLES BYTES". The time of a
// broadcast ends when the last process has it; its sender is process 2, because process 0 is the
// sequencer. A round trip of `mt_rpc` carries its bytes there and back.
#include <am_context.h>
#include <am_core.h>
#include <pan_mt.h>
#include <stdio.h>

enum { rounds = 8, longest = 65536 };

static char buffer[longest], in[longest];
static unsigned me, procs;
static pan_port_p point_port, back, turn;
static pan_group_p gsb, pb, bb, plain;
static int service;
static pan_mutex_p mutex;
static pan_cond_p changed;
static volatile unsigned answers, latest, own;

static void point(const char *name, unsigned x, unsigned cycles, unsigned bytes) {
    printf("curve %s %u %u %u\n", name, x, cycles, bytes);
}

/// The header carries the time of the call, 0: no answer.
static void point_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned from = *(const unsigned *)proto;
    pan_msg_consume(m, in, pan_msg_size(m));
    const unsigned took = am_cycles() - from;
    if (src == me)
        own = took;
    else if (from)
        pan_send(src, back, 0, 0, &took, sizeof took);
}
static void back_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned took = *(const unsigned *)proto;
    (void)src;
    pan_msg_discard(m);
    pan_mutex_lock(mutex);
    if (took > latest) latest = took;
    ++answers;
    pan_cond_signal(changed);
    pan_mutex_unlock(mutex);
}
static void serve(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    (void)proto, (void)src;
    const unsigned bytes = pan_msg_size(m);
    pan_msg_consume(m, in, bytes);
    pan_iovec_t part = {in, bytes};
    pan_rpc_reply(call, &part, 1, 0, 0);
}

static void wait_for(unsigned wanted) {
    pan_mutex_lock(mutex);
    while (answers < wanted) pan_cond_wait(changed);
    answers = 0;
    pan_mutex_unlock(mutex);
}

static void send(pan_group_p group, unsigned bytes, unsigned now) {
    pan_iovec_t part = {buffer, bytes};
    if (!group)
        pan_send(1, point_port, &part, 1, &now, sizeof now);
    else if (group == plain)
        pan_group_send_unordered(group, &part, 1, &now, sizeof now);
    else
        pan_group_send(group, &part, 1, &now, sizeof now);
}

/// A message without data to process 1, or to a group; the mean time.
static unsigned one_way(const char *name, pan_group_p group) {
    unsigned sum = 0, sum_own = 0;
    for (int i = -1; i < rounds; ++i) {
        latest = 0;
        send(group, 0, am_cycles());
        wait_for(group ? procs - 1 : 1);
        if (i >= 0) sum += latest, sum_own += own;
    }
    point(name, 0, sum / rounds, 0);
    if (group == gsb) point("mt_gsb_own", 0, sum_own / rounds, 0); // until the sender has its copy
    return sum / rounds;
}

/// Messages of `longest` bytes, one behind the other, until the last has come.
static void stream(const char *name, pan_group_p group) {
    const unsigned start = am_cycles();
    for (int i = 1; i < rounds; ++i) send(group, longest, 0);
    send(group, longest, start);
    wait_for(group ? procs - 1 : 1);
    point(name, longest, am_cycles() - start, rounds * longest);
}

static void calls(unsigned bytes) {
    pan_iovec_t part = {buffer, bytes};
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        pan_msg_consume(pan_rpc(1, service, &part, 1, 0, 0), in, bytes);
    }
    point("mt_rpc", bytes, (am_cycles() - start) / rounds, 2 * bytes);
}

static void yields(void *arg) {
    (void)arg;
    for (int i = 0; i <= rounds; ++i) pan_thread_yield();
}
static void nothing(void *arg) { (void)arg; }
static void (*volatile call)(void *) = nothing;
static char stack[8192] __attribute__((aligned(16)));

static void threads(void) {
    const pan_thread_p other = pan_thread_create(yields, 0, 0, 0);
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        pan_thread_yield();
    }
    point("thread_switch", 0, (am_cycles() - start) / rounds / 2, 0);
    pan_thread_join(other);
    start = am_cycles();
    for (int i = 0; i < rounds; ++i) call(0);
    const unsigned plain_calls = am_cycles() - start;
    start = am_cycles();
    for (int i = 0; i < rounds; ++i) am_upcall(stack + sizeof stack, call, 0);
    point("upcall", 0, (am_cycles() - start - plain_calls) / rounds, 0);
}

int main(void) {
    pan_init();
    me = pan_my_pid(), procs = pan_nr_processes();
    mutex = pan_mutex_create();
    changed = pan_cond_create(mutex);
    point_port = pan_port_create(point_h);
    back = pan_port_create(back_h);
    turn = pan_port_create(0);
    gsb = pan_group_create(point_h), pb = pan_group_create(point_h);
    bb = pan_group_create(point_h), plain = pan_group_create(point_h);
    pan_group_protocol(pb, PAN_PB);
    pan_group_protocol(bb, PAN_BB);
    service = pan_rpc_register(serve);
    if (me == 0) {
        threads();
        one_way("mt_one_way", 0);
        for (unsigned bytes = 0; bytes <= longest; bytes = bytes ? 8 * bytes : 1024) calls(bytes);
        stream("mt_stream", 0);
        pan_send(2, turn, 0, 0, 0, 0);
    } else if (me == 2) {
        pan_msg_discard(pan_receive(turn, 0));
        const unsigned unordered = one_way("mt_unordered", plain), ordered = one_way("mt_gsb", gsb);
        point("mt_order", 0, ordered - unordered, 0);
        one_way("mt_pb", pb);
        one_way("mt_bb", bb);
        stream("mt_unordered_stream", plain);
        stream("mt_gsb_stream", gsb);
    }
    pan_end();
}
