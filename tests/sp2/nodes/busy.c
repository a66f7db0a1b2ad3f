// interlocked: a clock
// Every node sends a request to the last one, which computes for a second of the machine's time and
// only then polls.
#include <am.h>
#include <stdio.h>

static volatile int asked, answered;

static void pong(int source) { (void)source, ++answered; }
static void ping(int source) {
    ++asked;
    am_reply_0(source, pong);
}

int main(void) {
    const int me = am_my_proc(), last = am_procs() - 1;
    am_enable(AM_POLLING);
    if (me != last) {
        am_request_0(last, ping);
        while (!answered) am_poll();
    } else {
        const unsigned from = am_cycles();
        while (am_cycles() - from < 66000000u) {
        }
        while (asked < last) am_poll();
        printf("%d asked\n", asked);
    }
    am_disable();
    return 0;
}
