// Named parts of code, in a function that is inlined at three places and in a handler. PLAIN: the
// same without names; SWITCHES: a trace shows these parts only.
#include <am.h>
#ifndef PLAIN
#include <xnet_trace.h>
#ifdef SWITCHES
#undef xnet_trace_begin
#undef xnet_trace_end
#define xnet_trace_begin(name) xnet_trace_on()
#define xnet_trace_end(name) xnet_trace_off()
#endif
#else
#define xnet_trace_begin(name) ((void)0)
#define xnet_trace_end(name) ((void)0)
#endif

static volatile int table[8], arrived;

static inline __attribute__((always_inline)) int look(int i) {
    xnet_trace_begin("look up");
    const int a = table[i], b = table[i + 1];
    xnet_trace_end("look up");
    return a + b;
}

static void take(int src, int value) {
    xnet_trace_begin("take");
    table[7] = value;
    table[6] = src;
    xnet_trace_end("take");
    ++arrived;
}

int main(void) {
    int sum = look(0);
    for (int i = 0; i < 5; ++i) sum += look(1);
    sum += look(3);
    am_request_1((am_my_proc() + 1) % am_procs(), take, sum);
    am_wait(&arrived, 1);
    return 0;
}
