// Packets to and fro between processes 0 and 1: the answer leaves in the upcall.
#include <lfc.h>
#include <stdio.h>
#include <string.h>

enum { rounds = 10 };

static unsigned me;
static volatile unsigned upcalls;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)flags;
    if (me == 1) {
        char *answer = lfc_send_alloc(0);
        memcpy(answer, packet, size);
        lfc_ucast_launch(src, answer, size, 0);
    }
    ++upcalls;
    return 0;
}

int main(void) {
    lfc_init(0);
    me = lfc_my_proc();
    for (unsigned i = 0; i < rounds && me < 2; ++i) {
        if (me == 0) {
            unsigned *packet = lfc_send_alloc(0);
            for (unsigned w = 0; w < 16; ++w) packet[w] = i;
            lfc_ucast_launch(1, packet, 64, 0);
        }
        while (upcalls <= i) lfc_poll();
    }
    printf("%u: %u upcalls\n", me, upcalls);
    lfc_exit();
    return 0;
}
