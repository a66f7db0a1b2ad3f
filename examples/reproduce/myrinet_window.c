// What `inlet reproduce lfc` measures of windows (001 8.2.4, 8.2.5), on two nodes: a stream of
// packets from process 0 to 1 with the window of the first argument. Prints "curve NAME X CYCLES
// BYTES"; the names begin with PREFIX.
#include <am_core.h>
#include <lfc.h>
#include <lfc_myrinet.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef PREFIX
#define PREFIX ""
#endif

enum { stream = 400, size = 1024 };

static unsigned me;
static volatile unsigned upcalls;

int lfc_upcall(unsigned src, void *packet, unsigned bytes, lfc_upcall_flags_t flags) {
    (void)src, (void)packet, (void)bytes, (void)flags;
    ++upcalls;
    return 0;
}

static void wait_for(unsigned count) {
    while (upcalls < count) lfc_poll();
    upcalls -= count;
}
static void meet(void) {
    lfc_ucast_launch(1 - me, lfc_send_alloc(1), 0, 0);
    wait_for(1);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const unsigned window = (unsigned)atoi(argv[1]);
    lfc_config_t config = lfc_defaults();
    config.window = window;
    lfc_init(&config);
    me = lfc_my_proc();
    meet();
    const lfc_retransmissions_t before = lfc_retransmissions();
    const unsigned begun = am_cycles();
    if (me == 0) {
        for (unsigned i = 0; i < stream; ++i) {
            char *const packet = lfc_send_alloc(1);
            for (unsigned word = 0; word < size; word += 4) *(unsigned *)(packet + word) = i;
            lfc_ucast_launch(1, packet, size, 0);
        }
        wait_for(1);
        printf("curve " PREFIX "stream %u %u %u\n", window, (am_cycles() - begun) / stream, size);
    } else {
        wait_for(stream);
        const lfc_retransmissions_t after = lfc_retransmissions();
        // Of a thousand packets. The last answer acknowledges, too.
        printf("curve " PREFIX "half_acks %u %u 0\n", window,
               (after.half_acks - before.half_acks) * 1000 / stream);
        lfc_ucast_launch(0, lfc_send_alloc(1), 0, 0);
    }
    lfc_exit();
    return 0;
}
