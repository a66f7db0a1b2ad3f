// run: --check-am=1000 --nodes 2
// expect-error: node 1 has not polled for
// expect-error: cycles while 1 message waited
// Where handlers run in polls only, main must poll: other nodes wait for it.
#include <am.h>

static void ask(int src) { (void)src; }

int main(void) {
    if (am_my_proc() == 0) {
        am_request_0(1, ask);
        return 0;
    }
    am_hold();
    for (const unsigned start = am_cycles(); am_cycles() - start < 200000;) {
    }
    am_release();
    return 0;
}
