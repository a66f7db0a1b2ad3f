// run: --machine ncube2-x86 --nodes 8
// What a signal costs on an nCUBE/2 whose nodes have x86 processors: a message with no data but a
// counter's address, by the kernel's traps and interrupts, as section 4.2.4 of von Eicken's thesis
// measures it on the original's processor. Cycles of 50 ns.
#include <ncube2_kernel.h>
#include <stdio.h>

extern const int __xnet_node, __xnet_nodes;

enum { times = 100 };
static volatile int counter;

/// A handler of the kernel's: it gets the buffer. Word 1 is the counter's address.
static void signal(uint32_t *message) { ++*(volatile int *)message[1]; }

static void send(int node, void (*handler)(uint32_t *)) {
    uint32_t *const message = __ncube2_shared.outbuf;
    message[0] = (uint32_t)handler;
    message[1] = (uint32_t)&counter;
    ncube2_send(node, 8);
}

/// The same back to node 0, in the message's own buffer.
static void answer(uint32_t *message) {
    message[0] = (uint32_t)signal;
    while (ncube2_reply(0, 8)) {
    }
}

static unsigned now(void) { return ncube2_info(NCUBE2_CYCLES); }

int main(void) {
    if (__xnet_node != 0) return 0;
    // Phase 2: signals to nodes in turn, so that no channel is waited for.
    if (__xnet_nodes >= 4) {
        unsigned best = ~0u;
        for (int i = 0; i < times; ++i) {
            const unsigned begin = now();
            const unsigned between = now();
            send(1 + (i & 1), signal);
            const unsigned cycles = (now() - between) - (between - begin);
            if (cycles < best) best = cycles;
            for (const unsigned end = now() + 2000; (int)(now() - end) < 0;) {
            }
        }
        printf("send: %u cycles, %u.%u us\n", best, best / 20, best % 20 / 2);
    }
    // Phase 3: round trips to the furthest node of each sub-cube.
    for (int node = 1; node < __xnet_nodes; node = 2 * node + 1) {
        const unsigned begin = now();
        for (int i = 1; i <= times; ++i) {
            counter = i - 1;
            send(node, answer);
            while (counter != i) {
            }
        }
        const unsigned tenths = (now() - begin) / (2 * times);
        printf("round trip 0-%d: %u.%u us\n", node, tenths / 10, tenths % 10);
    }
}
