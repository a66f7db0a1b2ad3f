// The basic protocol of 001 2.1 (examples/myrinet), on two nodes with its control program: latency,
// and throughput of a stream.
#define main example
#include "../myrinet/basic.c"
#undef main

static uint32_t data[BASIC_BYTES / 4];

static void point(const char *name, unsigned x, unsigned took, unsigned bytes) {
    printf("curve %s %u %u %u\n", name, x, took, bytes);
}

enum { turns = 32, stream = 48 }; // fewer than the ring has places

int main(void) {
    const int me = am_my_proc();
    start();
    if (me == 0)
        for (volatile int i = 0; i < 20000; ++i) continue; // until node 1 has started
    unsigned begun = 0;
    for (int i = 0; i < 2 * turns; ++i) {
        if (i == turns) begun = am_cycles();
        if (me == 0) send(1, data, 4);
        receive(data);
        if (me == 1) send(0, data, 4);
    }
    if (me == 0) point("basic_latency", 4, (am_cycles() - begun) / (2 * turns), 4);
    static const unsigned sizes[] = {256, 1024};
    for (unsigned k = 0; k < 2; ++k) {
        begun = am_cycles();
        for (int i = 0; i < stream; ++i)
            if (me == 0)
                send(1, data, sizes[k]);
            else
                receive(data);
        if (me == 1) send(0, data, 4);
        if (me == 1) continue;
        receive(data);
        point("basic_stream", sizes[k], (am_cycles() - begun) / stream, sizes[k]);
    }
    return 0;
}
