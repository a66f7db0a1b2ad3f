#include <am.h>
#include <stdio.h>
#include <stdlib.h>

void am_wait(volatile int *flag, int value) {
    if (__xnet_holds)
        while (*flag < value) am_poll();
    else
        while (*flag < value) {
        }
    am_hold(); // a handler between load and store would be lost
    *flag -= value;
    am_release();
}

void am_check_(unsigned needed, const char *what) {
    if ((xnet_cfc2(XNET_NI_NISTAT) & needed) == needed) return;
    printf("node %d: %s\n", am_my_proc(), what);
    abort();
}
