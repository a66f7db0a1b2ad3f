// HRET with traps off
#include <am.h>
static volatile int done;
static AM_SHORT void disable(int number) {
    unsigned psr;
    __asm__ volatile("rd %%psr, %0\n\twr %0, 0x20, %%psr\n\tnop\n\tnop\n\tnop" : "=r"(psr));
    done = number;
}
int main(void) {
    if (am_my_proc() == 0) am_short_request_1(1, disable, 5);
    while (am_my_proc() == 1) {
    }
    return 0;
}
