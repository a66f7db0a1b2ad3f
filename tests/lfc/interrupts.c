// Interrupts of LFC (001 3.7): upcalls run while main computes without calls, or only polls, where
// messages do not interrupt; none runs while interrupts are off, at any depth; they do not nest,
// may send, and find malloc consistent.
#include "check.h"

#include <lfc.h>
#include <stdlib.h>
#include <string.h>

enum { each = 40 };

static unsigned me, procs;
static volatile unsigned upcalls, replies;
static volatile int off, inside;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    const unsigned *p = packet;
    (void)flags;
    CHECK(!off && !inside);
    inside = 1;
    char *const memory = malloc(size);
    memcpy(memory, packet, size);
    if (p[0] == 0) { // answered, also before main checks
        unsigned *const answer = lfc_send_alloc(0);
        answer[0] = 1;
        answer[1] = p[1];
        lfc_ucast_launch(src, answer, 8, 0);
        ++upcalls;
    } else {
        ++replies;
    }
    free(memory);
    inside = 0;
    return 0;
}

static void compute(void) {
    if (AM_ASYNC) return; // makes no calls
    am_poll();
}

int main(void) {
    lfc_init(0);
    me = lfc_my_proc(), procs = lfc_nr_procs();
    lfc_intr_enable();
    const unsigned next = (me + 1) % procs;
    for (unsigned i = 0; i < each; ++i) {
        const unsigned size = 8 + i * 97 % (LFC_PACKET - 8);
        unsigned *const p = lfc_send_alloc(0);
        p[0] = 0, p[1] = i;
        lfc_ucast_launch(next, p, size, 0);
        if (i % 5 == 0) {
            lfc_intr_disable();
            lfc_intr_disable();
            off = 1;
            for (int k = 0; k < 300; ++k) free(malloc((size_t)k));
            lfc_intr_enable();
            for (int k = 0; k < 300; ++k) compute();
            off = 0;
            lfc_intr_enable();
        }
        for (int k = 0; k < 20; ++k) free(malloc((size_t)(k * 50)));
    }
    while (upcalls < each || replies < each) compute(); // no call of LFC from here on
    lfc_intr_disable();
    lfc_exit();
    CHECK(upcalls == each && replies == each);
    printf("%u of %u: %d wrong\n", me, procs, wrong);
    return wrong != 0;
}
