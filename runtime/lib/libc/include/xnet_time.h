// POSIX's clocks in <time.h>: the node's clock since the run began (clock.c). newlib declares
// timers with them, which T1 does not have; runtime/build appends an include of this file to its
// <time.h>.
#pragma once

#include <sys/features.h>
#include <sys/types.h>

#if __POSIX_VISIBLE >= 199309
#ifndef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC ((clockid_t)4)
#endif
#ifndef CLOCK_PROCESS_CPUTIME_ID
#define CLOCK_PROCESS_CPUTIME_ID ((clockid_t)2)
#endif
#ifdef __cplusplus
extern "C" {
#endif
/// CLOCK_REALTIME, CLOCK_MONOTONIC and CLOCK_PROCESS_CPUTIME_ID are the same clock, in steps of 20
/// ns.
int clock_gettime(clockid_t clock, struct timespec *time);
int clock_getres(clockid_t clock, struct timespec *step);
int nanosleep(const struct timespec *time, struct timespec *left);
#ifdef __cplusplus
}
#endif
#endif
