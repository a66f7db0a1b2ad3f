// run: --nodes 2
// expect: ok armed_at_exit
// A run ends when every node has exited, even if a timelet is still pending: no node waits for it.
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
