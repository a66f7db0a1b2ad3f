// run: --nodes 3
// flags: -g
// expect-error: deadlock
// expect-error: called from
// expect-error: (main+
// expect-error: am_enable_not_by_all.c:10), asks the network
#include <am.h>

int main(void) {
    if (am_my_proc() != 1) am_enable(AM_POLLING);
}
