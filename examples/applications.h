// What the programs of Table 8.6 of Bhoedjang's thesis (001, 8.5) have in common: options, and
// counters as a line of JSON. The programs are in mpi/, crl/, orca/ and multigame/.
#pragma once

#include <fail.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int paper;     ///< --paper: the thesis's problem
    int json;      ///< --counters: counters as one line of JSON; --curve NAME: "curve NAME 0 CYCLES
                   ///< 0" instead, for `inlet reproduce`
    int unchecked; ///< `unchecked`: no comparison with a sequential computation, for short traces
} application_options_t;

static const char *application_curve; ///< NAME

/// Removes these options from a program's arguments.
static inline application_options_t application_options(int *argc, char **argv) {
    application_options_t o = {0, 0, 0};
    int kept = 1;
    for (int i = 1; i < *argc; ++i) {
        if (!strcmp(argv[i], "--paper"))
            o.paper = 1;
        else if (!strcmp(argv[i], "--counters"))
            o.json = 1;
        else if (!strcmp(argv[i], "--curve") && i + 1 < *argc)
            o.json = 1, application_curve = argv[++i];
        else if (!strcmp(argv[i], "unchecked"))
            o.unchecked = 1;
        else
            argv[kept++] = argv[i];
    }
    argv[ *argc = kept] = 0;
    return o;
}

/// A number from low to high; anything else ends the run.
static inline unsigned application_number(const char *program, const char *text, const char *what,
                                          unsigned low, unsigned high) {
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || n < low || n > high)
        xnet_fail("%s: '%s' is no number of %s from %u to %u", program, text, what, low, high);
    return (unsigned)n;
}

#ifdef __cplusplus
extern "C" {
#endif
unsigned long long __host_clock(void); // <host.h>
#ifdef __cplusplus
}
#endif

/// The cycles of a measurement, of which am_cycles() has the lower 32 bits; the thesis's problems
/// take more. Fewer lie outside of measurements, from one call of this function to the next.
static __attribute__((noinline, unused)) unsigned long long application_cycles(unsigned measured) {
    static unsigned long long last;
    const unsigned long long now = __host_clock(), passed = now - last - measured;
    last = now;
    return (passed & ~0xffffffffull) + measured;
}

typedef struct {
    const char *name;
    double value; ///< a whole number
} application_counter_t;

static inline void application_json(const char *program, const application_counter_t *counters,
                                    unsigned n, int right) {
    if (application_curve) {
        if (!right) xnet_fail("%s: the result is wrong", program);
        for (unsigned i = 0; i < n; ++i)
            if (!strcmp(counters[i].name, "cycles"))
                printf("curve %s 0 %.0f 0\n", application_curve, counters[i].value);
        return;
    }
    printf("{\"program\": \"%s\"", program);
    for (unsigned i = 0; i < n; ++i) printf(", \"%s\": %.0f", counters[i].name, counters[i].value);
    printf(", \"right\": %s}\n", right ? "true" : "false");
}
