#include <am_core.h>

void am_wait(volatile int *flag, int value) {
    if (am_must_poll())
        while (*flag < value) am_poll();
    else
        while (*flag < value) {
        }
    am_hold(); // else a handler between load and store would be lost
    *flag -= value;
    am_release();
}
