// Each node gets one message and waits for two.
#include <am.h>

static volatile int got;

static void give(int src) {
    got += 1;
    (void)src;
}

int main(void) {
    am_request_0((am_my_proc() + 1) % am_procs(), give);
    am_wait(&got, 2);
    return 0;
}
