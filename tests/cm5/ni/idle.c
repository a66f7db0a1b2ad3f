// Node 0 computes while all others wait for it in a barrier, and again while they poll, each in a
// different loop, and query it at the end.
#include <am_core.h>
#include <cmam.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int told, came;
static void told_h(void) { ++told; }
static void came_h(void) { ++came; }

/// A barrier without polls.
static void enter_and_look(void) {
    volatile unsigned *const barrier = (volatile unsigned *)(NI_BASE + NI_BARRIER_O);
    *barrier = 1;
    while (!(*barrier & 1)) {
    }
}

static void compute(int turns) {
    for (volatile int i = 0; i < turns; ++i) {
    }
}

int main(int argc, char **argv) {
    const int me = am_my_proc(), others = am_procs() - 1;
    const int turns = argc > 1 ? atoi(argv[1]) : 1000;
    if (me == 0) compute(turns);
    if (me % 3 == 1)
        enter_and_look();
    else
        CMAM_barrier();
    if (me == others) compute(turns / 2); // the next one comes too late to be seen immediately
    CMAM_barrier();
    if (me == 0) {
        compute(turns);
        for (int n = 1; n <= others; ++n) CMAM_4(n, (void (*)())told_h);
        CMAM_wait(&came, others);
        printf("%d nodes waited\n", others + 1);
        return 0;
    }
    switch (me % 4) {
    case 0: CMAM_wait(&told, 1); break;
    case 1:
        while (!told) CMAM_request_poll();
        break;
    case 2:
        while (!told) am_poll();
        break;
    case 3:
        while (!(*(volatile unsigned *)(NI_BASE + NI_LDR_STATUS_O) & 1 << NI_REC_OK_P)) {
        }
        am_wait(&told, 1);
        break;
    }
    CMAM_4(0, (void (*)())came_h);
    return 0;
}
