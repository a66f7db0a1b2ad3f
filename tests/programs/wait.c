// run: --nodes 4
// expect: ok wait
// am_wait decrements a counter that handlers increment concurrently. No increment may be lost.
#include "check.h"

enum { messages = 1500 };

static volatile int count;

static void up(int src) {
    (void)src;
    ++count;
}

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    if (me != 0) {
        unsigned random = (unsigned)me;
        for (int i = 0; i < messages; ++i) {
            am_request_0(0, up);
            delay(random_below(&random, 400));
        }
    } else {
        for (int left = (n - 1) * messages, take = 1; left > 0; left -= take, take = take % 3 + 1) {
            if (take > left) take = left;
            am_wait(&count, take); // a lost one would leave this waiting forever
            CHECK(count >= 0);
        }
        CHECK_EQUAL(count, 0);
    }
    return finish("wait");
}
