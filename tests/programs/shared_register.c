// run: --nodes 4
// expect: ok shared_register
// A value that raw handlers, handlers of Active Messages and main share in a register, without
// memory (CSD-94-823 3.3's "better yet"; llvm-patches/README.md): $28, which none of T1's own code
// uses. Main adds to it in holds, and calls the library meanwhile.
#include "check.h"

#include <string.h>

register int total __asm__("$28");

static XNET_HANDLER void add_raw(int v) { total += v; }
static void add(int src, int v) {
    (void)src;
    total += v;
}

enum { rounds = 50 };

int main(void) {
    const int me = am_my_proc();
    char line[64];
    int mine = 0;
    total = 0;
    barrier();
    for (int i = 0; i < rounds; ++i) {
        if (me == 0) {
            am_hold();
            ++total;
            am_release();
            mine += snprintf(line, sizeof line, "%d of %s %.3f", i, "shared", i / 8.0) ==
                    (int)strlen(line);
        } else {
            am_request_1(0, add, 1000);
            XNET_UNTIL_SENT(xnet_send1(0, add_raw, 1000000));
        }
    }
    if (me == 0) {
        while (total != rounds + 3 * rounds * 1001000) __asm__ volatile("" ::: "memory");
        CHECK_EQUAL(mine, rounds);
    }
    barrier();
    CHECK(me == 0 || total == 0); // one register for each node
    return finish("shared_register");
}
