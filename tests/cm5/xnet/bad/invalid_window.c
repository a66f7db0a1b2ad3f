// event in a register window that WIM says is not valid
#include <am.h>
static volatile int done;
static AM_SHORT void count(int number) { done = number; }
int main(void) {
    if (am_my_proc() == 0) {
        for (volatile int i = 0; i < 100; ++i) continue;
        am_short_request_1(1, count, 5);
        return 0;
    }
    unsigned psr;
    __asm__ volatile(
        "rd %%psr, %0\n\tmov 1, %%g1\n\tsll %%g1, %0, %%g1\n\twr %%g1, %%wim\n\tnop\n\tnop\n\tnop"
        : "=r"(psr)
        :
        : "g1");
    while (!done) {
    }
    return 0;
}
