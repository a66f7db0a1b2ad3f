// What `inlet reproduce lfc` measures of windows (001 8.2.4, 8.2.5): a stream of packets from
// process 0 to 1, or to all others in turn, with the window of the first argument. Prints "curve
// NAME X CYCLES BYTES"; the names begin with PREFIX, and that of the stream is "streams" with
// several receivers.
#include <am_core.h>
#include <lfc.h>
#include <lfc_myrinet.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef PREFIX
#define PREFIX ""
#endif

enum { stream = 400, size = 1024 };

static unsigned me, receivers;
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
    if (me != 0) {
        lfc_ucast_launch(0, lfc_send_alloc(1), 0, 0);
        wait_for(1);
    } else {
        wait_for(receivers);
        for (unsigned i = 1; i <= receivers; ++i) lfc_ucast_launch(i, lfc_send_alloc(1), 0, 0);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const unsigned window = (unsigned)atoi(argv[1]);
    lfc_config_t config = lfc_defaults();
    config.window = window;
    lfc_init(&config);
    me = lfc_my_proc(), receivers = lfc_nr_procs() - 1;
    meet();
    const lfc_retransmissions_t before = lfc_retransmissions();
    const unsigned begun = am_cycles();
    if (me == 0) {
        for (unsigned i = 0, to = 1; i < stream; ++i, to = to == receivers ? 1 : to + 1) {
            char *const packet = lfc_send_alloc(1);
            for (unsigned word = 0; word < size; word += 4) *(unsigned *)(packet + word) = i;
            lfc_ucast_launch(to, packet, size, 0);
        }
        wait_for(receivers);
        printf("curve " PREFIX "stream%s %u %u %u\n", receivers > 1 ? "s" : "", window,
               (am_cycles() - begun) / stream, size);
    } else {
        wait_for(stream / receivers + (me <= stream % receivers));
        const lfc_retransmissions_t after = lfc_retransmissions();
        // Of a thousand packets. The last answer acknowledges, too.
        if (receivers == 1)
            printf("curve " PREFIX "half_acks %u %u 0\n", window,
                   (after.half_acks - before.half_acks) * 1000 / stream);
        lfc_ucast_launch(0, lfc_send_alloc(1), 0, 0);
    }
    lfc_exit();
    return 0;
}
