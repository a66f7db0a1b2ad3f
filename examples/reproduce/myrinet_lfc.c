// What `inlet reproduce lfc` measures of LFC on two nodes (001 5.1, 5.2). Prints "curve NAME X
// CYCLES BYTES"; the names begin with PREFIX. Messages are received by polls, except where it says
// interrupts.
#include <am_core.h>
#include <lfc.h>
#include <stdio.h>
#include <string.h>

#ifndef PREFIX
#define PREFIX ""
#endif

enum { rounds = 32, stream = 400, longest = 1 << 20 };

/// What an upcall does with a packet's data: Figure 5.1's three methods.
enum { no_touch, read_only, copy };

static unsigned me, method;
static volatile unsigned upcalls, sum;
static int answers; ///< upcalls answer with the packet `next`
static void *next;
static unsigned size_of_answer;
static void *kept;
static int keeps;
static char *to;
static char area[longest];

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)flags;
    if (answers) {
        lfc_ucast_launch(src, next, size_of_answer, 0);
        next = 0;
    }
    if (method == read_only) {
        const unsigned *words = packet;
        unsigned all = 0;
        for (unsigned i = 0; i < size / 4; ++i) all += words[i];
        sum = all;
    } else if (method == copy) {
        memcpy(to, packet, size);
        to += size;
    }
    ++upcalls;
    if (!keeps) return 0;
    kept = packet;
    return 1;
}

static void point(const char *name, unsigned x, unsigned took, unsigned bytes) {
    printf("curve " PREFIX "%s %u %u %u\n", name, x, took, bytes);
}
static void wait_for(unsigned count) {
    while (upcalls < count) lfc_poll();
    upcalls -= count;
}
static void send(unsigned dest, unsigned size) {
    lfc_ucast_launch(dest, lfc_send_alloc(1), size, 0);
}
/// Both processes are here, and nothing is under way.
static void meet(void) {
    send(1 - me, 0);
    wait_for(1);
}

/// There and back, with packets that are allocated in advance (5.1.1): cycles of one way.
static unsigned trip(unsigned size, unsigned how) {
    unsigned begun = 0;
    meet();
    size_of_answer = size;
    if (me == 1) {
        next = lfc_send_alloc(0);
        answers = 1;
    }
    method = how;
    for (int i = 0; i < 2 * rounds; ++i) {
        if (i == rounds) begun = am_cycles();
        to = area;
        if (me == 0) {
            if (!next) next = lfc_send_alloc(0);
            lfc_ucast_launch(1, next, size, 0);
            next = lfc_send_alloc(0); // while the packet is under way
        }
        wait_for(1);
        if (me == 1 && i + 1 < 2 * rounds) next = lfc_send_alloc(0);
    }
    const unsigned took = am_cycles() - begun;
    answers = 0;
    method = no_touch;
    meet();
    return took / (2 * rounds);
}

/// Cycles of a packet of a stream from process 0 to 1, as the sender sees it.
static unsigned gap(unsigned size, unsigned count, unsigned how) {
    meet();
    method = how;
    to = area;
    char *const from = area;
    const unsigned begun = am_cycles();
    for (unsigned i = 0; i < count; ++i)
        if (me == 0) {
            char *packet = lfc_send_alloc(1);
            if (size) memcpy(packet, from, size);
            lfc_ucast_launch(1, packet, size, 0);
        } else {
            wait_for(1);
            if (to + size > area + longest) to = area;
        }
    method = no_touch;
    if (me == 1)
        send(0, 0);
    else
        wait_for(1);
    const unsigned took = am_cycles() - begun;
    meet();
    return took / count;
}

static void rest(unsigned cycles) {
    const unsigned begun = am_cycles();
    while (am_cycles() - begun < cycles) continue;
}

/// `latency`: of a message of 16 bytes (5.1.2: o_s + L + o_r).
static void overheads(unsigned latency) {
    enum { bytes = 16 };
    unsigned alloc = 0, launch = 0, receive = 0, release = 0;
    const unsigned first = am_cycles(), empty = am_cycles() - first;
    meet();
    for (int i = 0; i < rounds; ++i) {
        if (me == 0) {
            unsigned begun = am_cycles();
            unsigned *packet = lfc_send_alloc(0);
            alloc += am_cycles() - begun - empty;
            begun = am_cycles();
            for (unsigned w = 0; w < bytes / 4; ++w) packet[w] = w;
            lfc_ucast_launch(1, packet, bytes, 0);
            launch += am_cycles() - begun - empty;
            wait_for(1);
        } else {
            rest(12000); // the packet is here
            keeps = 1;
            method = read_only;
            unsigned begun = am_cycles();
            lfc_poll();
            receive += am_cycles() - begun - empty;
            method = no_touch;
            keeps = 0;
            if (upcalls != 1) printf("no packet after 60 us\n");
            upcalls = 0;
            begun = am_cycles();
            lfc_packet_free(kept);
            release += am_cycles() - begun - empty;
            send(0, 0);
        }
    }
    // Process 1's numbers go to process 0, which prints.
    if (me == 1) {
        unsigned *packet = lfc_send_alloc(0);
        packet[0] = receive;
        packet[1] = release;
        lfc_ucast_launch(0, packet, 8, 0);
        return;
    }
    keeps = 1;
    wait_for(1);
    keeps = 0;
    point("alloc", bytes, alloc / rounds, 0);
    point("send_overhead", bytes, launch / rounds, 0);
    point("receive_overhead", bytes, ((unsigned *)kept)[0] / rounds, 0);
    point("release", bytes, ((unsigned *)kept)[1] / rounds, 0);
    point("network", bytes, latency - (launch + ((unsigned *)kept)[0]) / rounds, 0);
    lfc_packet_free(kept);
}

/// Cycles of a message of 1 MB that both processes copy: beyond the second cache.
static unsigned long_message(void) {
    meet();
    method = copy;
    to = area;
    char *const from = area;
    const unsigned begun = am_cycles();
    for (unsigned at = 0; at < longest; at += LFC_PACKET)
        if (me == 0) {
            char *packet = lfc_send_alloc(1);
            memcpy(packet, from + at, LFC_PACKET);
            lfc_ucast_launch(1, packet, LFC_PACKET, 0);
        } else {
            wait_for(1);
        }
    method = no_touch;
    if (me == 1)
        send(0, 0);
    else
        wait_for(1);
    const unsigned took = am_cycles() - begun;
    meet();
    return took;
}

int main(void) {
    lfc_init(0);
    me = lfc_my_proc();
    static const char *const names[] = {"no_touch", "read_only", "copy"};
    static const unsigned sizes[] = {0, 16, 64, 256, 1024};
    for (unsigned how = no_touch; how <= copy; ++how)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
            char name[32];
            snprintf(name, sizeof name, "latency_%s", names[how]);
            const unsigned took = trip(sizes[i], how);
            if (me == 0) point(name, sizes[i], took, sizes[i]);
        }
    overheads(trip(16, read_only));
    const unsigned small = gap(16, stream, no_touch);
    if (me == 0) point("gap", 16, small, 16);
    for (unsigned how = no_touch; how <= copy; ++how) {
        char name[32];
        snprintf(name, sizeof name, "rate_%s", names[how]);
        const unsigned took = gap(1024, stream, how);
        if (me == 0) point(name, 1024, took, 1024);
    }
    meet();
    for (unsigned var = 0; var < 2; ++var) {
        if (me == 0) {
            lfc_fetch_and_add(var, 0);
            const unsigned begun = am_cycles();
            for (int i = 0; i < rounds; ++i) lfc_fetch_and_add(var, 0);
            point(var ? "fetch_add_remote" : "fetch_add_local", 1, (am_cycles() - begun) / rounds,
                  0);
        }
        meet();
    }
    const unsigned took = long_message();
    if (me == 0) point("rate_copy", longest, took, longest);
    lfc_exit();
    return 0;
}
