// HRET with floating point on
#include <am.h>
static volatile int done;
static AM_SHORT void halve(int number) {
    __asm__ volatile("fadds %%f0, %%f0, %%f0" ::: "f0");
    done = number;
}
int main(void) {
    if (am_my_proc() == 0) am_short_request_1(1, halve, 5);
    while (am_my_proc() == 1 && !done) {
    }
    return 0;
}
