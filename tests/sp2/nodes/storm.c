// Every node sends 75 requests, a window full, to the last one, which sleeps: with 16 nodes these
// are 1125 for a receive FIFO of 1024 entries. Each arrives once and in order.
#include <am.h>
#include <stdio.h>

enum { messages = 75 };

static volatile int next[16], wrong, told;

static void handler(int source, int number) {
    if (number != next[source]) ++wrong;
    ++next[source];
}
static void tell(int source) { (void)source, ++told; }

int main(void) {
    const int me = am_my_proc(), last = am_procs() - 1;
    am_enable(AM_POLLING);
    if (me != last) {
        for (int i = 0; i < messages; ++i) am_request_1(last, handler, i);
        while (!told) am_poll();
    } else {
        for (volatile int i = 0; i < 400000; ++i) {
        }
        for (int n = 0; n < last; ++n)
            while (next[n] < messages) am_poll();
        for (int n = 0; n < last; ++n) am_request_0(n, tell);
        printf("%d messages, %d wrong\n", last * messages, wrong);
    }
    am_disable();
    return wrong != 0;
}
