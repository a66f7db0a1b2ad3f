#include <splitc_core.h>

unsigned splitc_hertz = AM_HERTZ;

// Weak, as others that the language of 1993 has not: a program of it may use the name.
__attribute__((weak)) unsigned get_cycles(void) { return am_cycles(); }

static uint64_t cycles;
static uint32_t last;

double get_seconds(void) {
    const uint32_t now = am_cycles();
    cycles += now - last; // Count has 32 bits
    last = now;
    return (double)cycles / splitc_hertz;
}
