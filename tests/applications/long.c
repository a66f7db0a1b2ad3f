// A measurement of more cycles than am_cycles() has bits for, between two short ones:
// examples/applications.h has the cycles of each.
#include "../../examples/applications.h"

#include <am.h>

static void wait(unsigned cycles) {
    const unsigned start = am_cycles();
    while (am_cycles() - start < cycles) am_poll();
}

static unsigned long long measure(unsigned times, unsigned cycles) {
    const unsigned start = am_cycles();
    for (unsigned i = 0; i < times; ++i) wait(cycles);
    return application_cycles(am_cycles() - start);
}

int main(void) {
    const unsigned long long brief = measure(1, 1000), lengthy = measure(2, 2500000000u),
                             again = measure(1, 1000);
    if (brief < 1000 || brief > 2000 || lengthy < 5000000000u || lengthy > 5000001000u ||
        again < 1000 || again > 2000)
        printf("wrong: %llu, %llu, %llu cycles\n", brief, lengthy, again);
    else
        puts("right");
}
