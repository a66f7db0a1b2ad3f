// run: --nodes 2
// flags: -DAM_CHECK
// expect-error: am_request in a handler
#include <am.h>

static void second(int src) { (void)src; }
static void first(int src) { am_request_0(src, second); }

int main(void) {
    if (am_my_proc() == 0)
        am_request_0(1, first);
    else
        for (;;) __asm__ volatile("");
}
