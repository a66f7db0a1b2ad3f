// Nodes compute for different times between their messages (tests/data_races): each takes the
// numbers that it got, computes with them, and sends the result to the next node. So a message
// interrupts what its receiver computes, at other places in each round.
#include <am.h>
#include <stdio.h>

enum { rounds = 12, places = 600 };

static unsigned table[places];
static volatile unsigned got;
static volatile int arrived;

static void number_h(int src, unsigned value) {
    (void)src;
    got = got * 31 + value;
    table[value % places] += value;
    ++arrived;
}

static unsigned compute(unsigned value, unsigned turns) {
    for (unsigned i = 0; i < turns; ++i) {
        value = value * 1103515245u + 12345u;
        table[(value >> 16) % places] += value ^ i;
    }
    for (int i = 0; i < places; ++i) value += table[i];
    return value;
}

int main(void) {
    const int me = am_my_proc(), nodes = am_procs(), next = me + 1 < nodes ? me + 1 : 0;
    unsigned value = (unsigned)me + 1;
    for (int round = 1; round <= rounds; ++round) {
        // A quarter of the nodes computes for long, another one in each round.
        value = compute(value, (me + round) % 4 ? 40 : 4000);
        am_request_1(next, number_h, value);
        am_wait(&arrived, 1);
        value ^= got;
    }
    printf("%08x\n", value);
    return 0;
}
