// The start of LFC: a process sends as soon as its lfc_init has returned, while others are still in
// theirs. All send to the last process, whose two receive buffers are full before its own lfc_init
// returns, and an upcall must not come before that.
#include "check.h"

#include <lfc.h>

enum { each = 8 };

static unsigned upcalls;
static int started; ///< lfc_init has returned

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src, (void)packet, (void)size, (void)flags;
    CHECK(started);
    ++upcalls;
    return 0;
}

int main(void) {
    lfc_config_t config = lfc_defaults();
    config.packets = 2;
    lfc_init(&config);
    const unsigned me = lfc_my_proc(), procs = lfc_nr_procs();
    const unsigned last = procs - 1;
    started = 1;
    for (unsigned i = 0; i < each; ++i) lfc_ucast_launch(last, lfc_send_alloc(1), 4, 1);
    while (me == last && upcalls < procs * each) lfc_poll();
    lfc_exit();
    CHECK(upcalls == (me == last ? procs * each : 0));
    printf("%u of %u: %d wrong\n", me, procs, wrong);
    return wrong != 0;
}
