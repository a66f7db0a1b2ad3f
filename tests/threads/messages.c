// Several threads a process send to a port, call a service of all processes and broadcast to two
// groups, all at a time, by the protocol of the first argument: g, p or b; the second one is how
// often, 5 by default. Every byte is checked. All processes print the same hash of what they have
// got in which order.
#include <lfc.h>
#include <pan_mt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { threads = 3, groups = 2 };
static unsigned me, procs, rounds = 5;
static pan_port_p port, hashes;
static pan_group_p group[groups];
static int service, wrong;
static pan_mutex_p mutex;
static pan_cond_p changed;
static struct {
    unsigned hash, got, last[64 * threads]; ///< last: the order of each sending thread
} seen[groups];

static void fill(unsigned char *bytes, unsigned n, unsigned seed) {
    for (unsigned i = 0; i < n; ++i) bytes[i] = (unsigned char)(seed * 31 + i * 7 + (i >> 8));
}

/// Consumes it in parts.
static void take(pan_msg_p m, unsigned seed) {
    const unsigned n = pan_msg_size(m);
    unsigned char *bytes = malloc(n + 1), *expected = malloc(n + 1);
    const unsigned part = n / 2;
    if (part) pan_msg_consume(m, bytes, part);
    pan_msg_consume(m, bytes + part, n - part);
    fill(expected, n, seed);
    if (memcmp(bytes, expected, n) != 0) ++wrong;
    free(bytes);
    free(expected);
}

/// A program may call LFC too. The first reference to a library is to LFC, not to Panda: the linker
/// must not take another client's lfc_upcall for it.
static int lfc_agrees(void) { return lfc_my_proc() == me && lfc_nr_procs() == procs; }

static void note(int g, unsigned id, unsigned src) {
    pan_mutex_lock(mutex);
    seen[g].hash = seen[g].hash * 1000003u ^ (id * 64 + src);
    ++seen[g].got;
    const unsigned sender = id / rounds;
    if (sender / threads != src || seen[g].last[sender] != id % rounds) ++wrong;
    seen[g].last[sender] = id % rounds + 1;
    pan_cond_broadcast(changed);
    pan_mutex_unlock(mutex);
}
static void group_0_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned id = *(unsigned *)proto;
    take(m, id);
    note(0, id, src);
}
static void group_1_h(pan_msg_p m, void *proto, unsigned src) {
    note(1, *(unsigned *)proto, src); // later ones overtake this one's end
    pan_msg_discard(m);
}

static void serve(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    const unsigned id = *(unsigned *)proto, n = id * 377 % 3000, answer = id + src;
    take(m, id);
    unsigned char *bytes = malloc(n + 1);
    fill(bytes, n, id + 1);
    pan_iovec_t part = {bytes, n};
    pan_rpc_reply(call, &part, 1, &answer, sizeof answer);
    free(bytes);
}

static void worker(void *arg) {
    const unsigned t = (unsigned)arg;
    for (unsigned i = 0; i < rounds; ++i) {
        const unsigned id = (me * threads + t) * rounds + i, n = id * 977 % 4000;
        unsigned char *bytes = malloc(n + 1);
        fill(bytes, n, id);
        pan_iovec_t parts[2] = {{bytes, n / 3}, {bytes + n / 3, n - n / 3}};
        pan_group_send(group[0], parts, 2, &id, sizeof id);
        pan_group_send(group[1], parts, 1, &id, sizeof id);
        const unsigned dest = (me + 1 + i) % procs;
        pan_msg_p reply = pan_rpc(dest, service, parts, 2, &id, sizeof id);
        if (*(unsigned *)pan_msg_proto(reply) != id + me) ++wrong;
        take(reply, id + 1);
        pan_send((me + 1) % procs, port, parts, 2, &id, sizeof id);
        free(bytes);
    }
}

static void reader(void *arg) {
    (void)arg;
    for (unsigned i = 0; i < threads * rounds; ++i) {
        unsigned src;
        pan_msg_p m = pan_receive(port, &src);
        if (src != (me + procs - 1) % procs) ++wrong;
        take(m, *(unsigned *)pan_msg_proto(m));
    }
}

int main(int argc, char **argv) {
    pan_init();
    me = pan_my_pid();
    procs = pan_nr_processes();
    if (!lfc_agrees()) ++wrong;
    mutex = pan_mutex_create();
    changed = pan_cond_create(mutex);
    if (argc > 2) rounds = (unsigned)atoi(argv[2]);
    const char protocol = argc > 1 ? argv[1][0] : 'g';
    port = pan_port_create(0);
    hashes = pan_port_create(0);
    for (int g = 0; g < groups; ++g) {
        group[g] = pan_group_create(g ? group_1_h : group_0_h);
        pan_group_protocol(group[g], protocol == 'p' ? PAN_PB : protocol == 'b' ? PAN_BB : PAN_GSB);
    }
    service = pan_rpc_register(serve);
    pan_thread_p all[threads + 1];
    for (unsigned i = 0; i < threads; ++i) all[i] = pan_thread_create(worker, (void *)i, 0, (int)i);
    all[threads] = pan_thread_create(reader, 0, 0, 1);
    for (int i = 0; i <= threads; ++i) pan_thread_join(all[i]);
    pan_mutex_lock(mutex);
    for (int g = 0; g < groups; ++g)
        while (seen[g].got < procs * threads * rounds) pan_cond_wait(changed);
    pan_mutex_unlock(mutex);
    // One order everywhere: process 0 compares.
    const unsigned hash[groups] = {seen[0].hash, seen[1].hash};
    if (me) pan_send(0, hashes, 0, 0, hash, sizeof hash);
    for (unsigned i = 1; i < procs && !me; ++i) {
        pan_msg_p m = pan_receive(hashes, 0);
        if (memcmp(pan_msg_proto(m), hash, sizeof hash) != 0) ++wrong;
        pan_msg_discard(m);
    }
    pan_end();
    printf("hash %08x %08x, %d wrong\n", seen[0].hash, seen[1].hash, wrong);
}
