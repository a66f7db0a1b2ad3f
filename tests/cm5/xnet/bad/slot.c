// HRET in a branch delay slot
#include <am.h>
static volatile int done;
static AM_SHORT void leave(int number) {
    done = number;
    __asm__ volatile("ba 1f\n\thret\n1:\tnop");
}
int main(void) {
    if (am_my_proc() == 0) am_short_request_1(1, leave, 5);
    while (am_my_proc() == 1) {
    }
    return 0;
}
