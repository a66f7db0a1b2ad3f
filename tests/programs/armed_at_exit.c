// run: --nodes 2
// expect: ok armed_at_exit
// A run ends when every node has exited, though a timelet is still to come: nobody waits for it.
#include "check.h"

static volatile int ticked;

static XNET_HANDLER void tick(void) { ++ticked; }

int main(void) {
    const int status = finish("armed_at_exit");
    xnet_set_timeh((unsigned)tick);
    xnet_set_timec(xnet_get_count() + 1000000);
    xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_TM);
    return status;
}
