// Node 2 stores to node 1, which is in a handler meanwhile, and computes while its interface sends.
#include <am.h>

static char from[8192], to[8192];
static volatile int spun, stored;

static void spin(int src) {
    for (volatile int i = 0; i < 20000; ++i) {
    }
    (void)src, ++spun;
}
static void came(int src, void *at, int bytes, void *arg) {
    (void)src, (void)at, (void)bytes, (void)arg, ++stored;
}
static void left(int dest, void *at, int bytes, void *arg) {
    (void)dest, (void)at, (void)bytes, (void)arg;
}
__attribute__((noinline)) static void compute(void) {
    for (volatile int i = 0; i < 20000; ++i) {
    }
}

int main(void) {
    const int me = am_my_proc();
    if (me == 0) am_request_0(1, spin);
    if (me == 1) {
        am_wait(&spun, 1);
        am_wait(&stored, 1);
    }
    if (me == 2) {
        am_store_async(1, from, to, sizeof from, came, 0, left, 0);
        compute();
    }
}
