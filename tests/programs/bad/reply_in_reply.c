// run: --check-am=1000 --nodes 2
// expect-error: reply handler first sends
// A reply handler sends nothing (CSD-94-823 A.10, "Active Messages").
#include <am.h>

static void second(int src) { (void)src; }
static void first(int src) { am_reply_0(src, second); }

int main(void) {
    if (am_my_proc() == 0) am_reply_0(1, first);
}
