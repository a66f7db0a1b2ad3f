// Time, as <time.h> wants it: that of the node's clock, since the run began. Nobody tells a node
// what day it is.
#include <am_core.h>
#include <sys/time.h>
#include <time.h>

static uint64_t cycles;
static uint32_t last;

static uint64_t microseconds(void) {
    am_hold(); // a handler may ask too
    const uint32_t now = am_cycles();
    cycles += now - last; // Count has 32 bits
    last = now;
    const uint64_t result = cycles;
    am_release();
    return result / (AM_HERTZ / 1000000);
}

clock_t clock(void) { return (clock_t)(microseconds() / (1000000 / CLOCKS_PER_SEC)); }

int _gettimeofday(struct timeval *time, void *zone) {
    (void)zone;
    const uint64_t now = microseconds();
    time->tv_sec = (time_t)(now / 1000000);
    time->tv_usec = (suseconds_t)(now % 1000000);
    return 0;
}
