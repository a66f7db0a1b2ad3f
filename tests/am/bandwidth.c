// The share of the raw link that a bulk transfer between neighbours uses on an idle network: cycles
// that its packets occupy the link (a word a cycle: data, handler address and header) out of those
// from the call until everything has arrived. Fails if a store of 4 KB or more is below 90 %.
#include <am.h>
#include <stdio.h>

enum { largest = 65536 };
static _Alignas(8) unsigned char from[largest + 8], to[largest + 8];
static volatile unsigned end;
static volatile int done;

static AM_SHORT void stored_rh(unsigned now) {
    end = now;
    done = 1;
}
static AM_SHORT void stored_h(int unused) {
    (void)unused;
    am_short_reply_1(0, stored_rh, am_cycles());
}
static void got(int src, void *address, int n, void *arg) {
    (void)src, (void)address, (void)n, (void)arg;
    end = am_cycles();
    done = 1;
}

// Words on the link if source and destination have equal alignment, with the last message's.
static unsigned link_cycles(int bytes) {
    unsigned words = (unsigned)bytes / 4, cycles = 0;
    for (; words; words -= words < 32 ? words : 32) cycles += 3 + (words < 32 ? words : 32);
    return cycles;
}

static int measure(int get, int shift, int n) {
    const unsigned start = am_cycles();
    if (get) {
        am_get(1, from + shift, to, n, got, 0);
    } else {
        am_store(1, from + shift, to, n, 0, 0);
        am_short_request_1(1, stored_h, 0);
    }
    am_wait(&done, 1);
    const unsigned cycles = end - start, link = (link_cycles(n) + (get ? 6 : 3)) * 100 / cycles;
    printf("%-5s %-8s %5d bytes: %6u cycles, link %2u %%, payload %2u %%\n", get ? "get" : "store",
           shift ? "shifted" : "aligned", n, cycles, link, (unsigned)n * 25 / cycles);
    return get || shift || n < 4096 || link >= 90;
}

int main(void) {
    if (am_my_proc() != 0) return 0;
    int good = 1;
    for (int get = 0; get < 2; ++get)
        for (int shift = 0; shift < 2; ++shift)
            for (int n = 64; n <= largest; n *= 4) good &= measure(get, shift, n);
    return !good;
}
