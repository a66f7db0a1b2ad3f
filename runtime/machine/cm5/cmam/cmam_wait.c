#include "cmam.h"

#define NI(offset) (*(volatile unsigned *)(NI_BASE + (offset)))

void CMAM_wait(volatile int *flag, int value) {
    while (*flag < value) CMAM_poll();
    *flag -= value;
}

void CMAM_barrier(void) {
    NI(NI_BARRIER_O) = 1;
    while (!(NI(NI_BARRIER_O) & NI_BARRIER_COMPLETE)) CMAM_poll();
}
