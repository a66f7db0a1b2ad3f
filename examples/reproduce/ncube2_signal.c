// What a signal costs an x86 node of an nCUBE/2, as 4.2.4 of von Eicken's thesis measures the
// original's: by the kernel's traps and interrupts, or by instructions (-mxnet). Prints lines of a
// name and a number: `times` and `long.words`, and cycles. What ends in "all" is of so many
// messages.
#include <stdint.h>
#include <stdio.h>

extern const int __xnet_node, __xnet_nodes;

enum { times = 100, long_words = 256 };
static volatile int counter, done;

#ifdef __x86_xnet
#include <xnet.h>

static XNET_HANDLER void signal(volatile int *which) { ++*which; }
static XNET_LOW_HANDLER void answer(volatile int *which) {
    XNET_UNTIL_SENT(xnet_send1h(0, signal, (uint32_t)which));
}
static inline void send(int node, void *handler) {
    XNET_UNTIL_SENT(xnet_send1((uint32_t)node, handler, (uint32_t)&counter));
}
static inline unsigned now(void) { return xnet_cfc2(XNET_NI_COUNT); }
#else
#include <ncube2_kernel.h>

/// A handler of the kernel's gets the buffer: word 1 is the counter's address.
static void signal(uint32_t *message) { ++*(volatile int *)message[1]; }
/// The same back to node 0, in the message's own buffer.
static void answer(uint32_t *message) {
    message[0] = (uint32_t)signal;
    while (ncube2_reply(0, 8)) {
    }
}
static inline void send_words(int node, void *handler, unsigned words) {
    uint32_t *const message = __ncube2_shared.outbuf;
    message[0] = (uint32_t)handler;
    message[1] = (uint32_t)&counter;
    ncube2_send(node, 4 * words);
}
static inline void send(int node, void *handler) { send_words(node, handler, 2); }
static inline unsigned now(void) { return ncube2_info(NCUBE2_CYCLES); }
#endif

static void pause(unsigned cycles) {
    for (const unsigned end = now() + cycles; (int)(now() - end) < 0;) {
    }
}

/// Cycles of a loop of so many turns: what comes meanwhile takes longer.
static __attribute__((noinline)) unsigned busy(int turns) {
    const unsigned begin = now();
    for (volatile int i = 0; i < turns; ++i) {
    }
    return now() - begin;
}

/// Node 1: what a message takes from its program. It comes alone, in the middle of the loop.
static void receive(void) {
    enum { turns = 1000 };
    const unsigned without = busy(turns);
    counter = 0;
    send(0, signal); // ready
    const unsigned with = busy(turns);
    if (counter != 1) printf("wrong %d messages\n", counter);
    printf("receive %u\n", with - without);
    done = 1;
}

static void measure(void) {
    printf("times %d\n", times);
    // Phase 1.
    while (!counter) {
    }
    pause(1500);
    send(1, signal);
    pause(20000);
    // Phase 2: to nodes in turn, so that no channel is waited for; the smallest of many.
    unsigned best = ~0u;
    for (int i = 0; i < times; ++i) {
        const unsigned begin = now(), between = now();
        send(2 + (i & 1) * 2, signal);
        const unsigned cycles = (now() - between) - (between - begin);
        if (cycles < best) best = cycles;
        pause(2000);
    }
    printf("send %u\n", best);
    // Phase 3: round trips to the furthest node of each sub-cube.
    for (int node = 1; node < __xnet_nodes; node = 2 * node + 1) {
        const unsigned begin = now();
        for (int i = 1; i <= times; ++i) {
            counter = i - 1;
            send(node, answer);
            while (counter != i) {
            }
        }
        printf("trip.%d.all %u\n", node, now() - begin);
    }
#ifndef __x86_xnet
    // Phase 4: the longest messages, one behind the other.
    send_words(1, signal, long_words);
    const unsigned begin = now();
    for (int i = 0; i < times; ++i) send_words(1, signal, long_words);
    printf("long.words %d\nlong.all %u\n", long_words, now() - begin);
#endif
}

int main(void) {
    if (__xnet_node == 0) measure();
    if (__xnet_node == 1) receive();
    return 0;
}
