// run: --nodes 2
// flags: -DAM_CHECK
// expect-error: am_reply in a reply handler
// -DAM_CHECK finds a send that could block the machine (CSD-94-823 A.10, "Active Messages").
#include <am.h>

static void second(int src) { (void)src; }
static void first(int src) { am_reply_0(src, second); }

int main(void) {
    if (am_my_proc() == 0)
        am_reply_0(1, first);
    else
        for (;;) __asm__ volatile("");
}
