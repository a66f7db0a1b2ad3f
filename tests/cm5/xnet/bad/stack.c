// event while %sp is not a stack pointer
#include <am.h>
static volatile int done;
static AM_SHORT void count(int number) { done = number; }
int main(void) {
    if (am_my_proc() == 0) {
        for (volatile int i = 0; i < 100; ++i) continue;
        am_short_request_1(1, count, 5);
        return 0;
    }
    __asm__ volatile("add %sp, 4, %sp");
    while (!done) {
    }
    return 0;
}
