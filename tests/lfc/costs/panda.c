// The cost of Panda messages, for docs/panda.md: the mean of some rounds, after one that is not
// counted. One way: from the call until the receiver has consumed the last byte. A header carries
// the time of the call.
#include "costs.h"

#include <pan.h>

enum { longest = 65536 };
static char buffer[longest], in[longest];
static unsigned me, procs, answers, latest;
static pan_sap_p point, back;

static void point_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned from = *(unsigned *)proto;
    pan_msg_consume(m, in, pan_msg_size(m));
    const unsigned took = am_cycles() - from;
    pan_unicast(src, back, 0, 0, &took, sizeof took);
}
static void back_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned took = *(unsigned *)proto;
    (void)src;
    pan_msg_discard(m);
    if (took > latest) latest = took;
    ++answers;
}
static void service_h(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    unsigned word;
    (void)proto, (void)src;
    pan_msg_consume(m, &word, sizeof word);
    pan_iovec_t part = {&word, sizeof word};
    pan_rpc_reply(call, &part, 1, 0, 0);
}

/// From process 0 to process 1, or to all.
static void one_way(const char *what, unsigned bytes, int to_all) {
    unsigned all = 0;
    for (int i = -1; i < rounds; ++i) {
        pan_iovec_t part = {buffer, bytes};
        const unsigned wanted = to_all ? procs - 1 : 1, now = am_cycles();
        answers = latest = 0;
        if (to_all)
            pan_multicast(&pan_all, point, &part, 1, &now, sizeof now);
        else
            pan_unicast(1, point, &part, 1, &now, sizeof now);
        while (answers < wanted) pan_wait();
        if (i >= 0) all += latest;
    }
    row(what, all / rounds);
}

int main(void) {
    pan_init();
    me = pan_my_pid(), procs = pan_nr_processes();
    point = pan_sap_create(point_h);
    back = pan_sap_create(back_h);
    const int service = pan_rpc_register(service_h);
    if (me == 0) {
        one_way("a message, one way, 0 bytes", 0, 0);
        one_way("a message, one way, 1 KB", 1024, 0);
        one_way("a message, one way, 64 KB", longest, 0);
        one_way("multicast to 15, until the last has it, 0 bytes", 0, 1);
        one_way("multicast to 15, 1 KB", 1024, 1);
        one_way("multicast to 15, 64 KB", longest, 1);
        unsigned value = 7, start = 0;
        pan_iovec_t part = {&value, 4};
        for (int i = -1; i < rounds; ++i) {
            if (i == 0) start = am_cycles();
            pan_msg_p reply = pan_rpc(1, service, &part, 1, 0, 0);
            pan_msg_consume(reply, &value, 4);
        }
        row("`pan_rpc`, a word there and back", (am_cycles() - start) / rounds);
    }
    pan_end();
}
