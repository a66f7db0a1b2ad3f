// What the Split-C examples share: the cycles of their phases.
#pragma once

#include <splitc.h>
#include <stdio.h>

static unsigned computing, communicating;

// Runs `work` and adds the cycles that it takes to `sum`.
#define TIMED(sum, work)                                                                           \
    do {                                                                                           \
        const unsigned start_ = get_cycles();                                                      \
        work;                                                                                      \
        sum += get_cycles() - start_;                                                              \
    } while (0)

// Collective. Processor 0 prints `cycles` and the phases, each of the processor where it is most:
// so the phases can be more than the whole.
static inline void print_phases(const char *name, unsigned cycles, int wrong) {
    cycles = all_reduce_to_one_max(cycles);
    computing = all_reduce_to_one_max(computing);
    communicating = all_reduce_to_one_max(communicating);
    if (MYPROC == 0)
        printf("  %s: %u cycles, computing %u cycles, communicating %u cycles%s\n", name, cycles,
               computing, communicating, wrong ? ", wrong" : "");
}
