// Time for <time.h> and POSIX: the node's clock since the run began. A node has no calendar
// date.
#define _DEFAULT_SOURCE
#include <am_core.h>
#include <errno.h>
#include <host.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <xnet_time.h>

enum { hertz = AM_HERTZ };
enum { nanoseconds = 1000000000 / hertz }; // of a cycle

clock_t clock(void) { return (clock_t)(__host_clock() / (hertz / CLOCKS_PER_SEC)); }

int _gettimeofday(struct timeval *time, void *zone) {
    (void)zone;
    const uint64_t now = __host_clock();
    time->tv_sec = (time_t)(now / hertz);
    time->tv_usec = (suseconds_t)(now % hertz / (hertz / 1000000));
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    return _gettimeofday(time, zone);
}

static int is_clock(clockid_t clock) {
    if (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_PROCESS_CPUTIME_ID)
        return 1;
    errno = EINVAL;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_clock(clock)) return -1;
    const uint64_t now = __host_clock();
    const uint32_t part = (uint32_t)(now % hertz);
    time->tv_sec = (time_t)(now / hertz);
    time->tv_nsec =
        1000000000 % hertz ? (long)((uint64_t)part * 1000000000 / hertz) : (long)part * nanoseconds;
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *step) {
    if (!is_clock(clock)) return -1;
    if (step) *step = (struct timespec){0, nanoseconds};
    return 0;
}

/// All of a node's time belongs to its program. In the unit of clock().
clock_t times(struct tms *time) {
    const clock_t now = clock();
    *time = (struct tms){.tms_utime = now};
    return now;
}

/// Handles messages meanwhile, as every wait does.
static void wait_for(uint64_t count) {
    while (count) {
        const uint32_t part = count < 1u << 31 ? (uint32_t)count : 1u << 31, begin = am_cycles();
        while (am_cycles() - begin < part) am_poll();
        count -= part;
    }
}

int nanosleep(const struct timespec *time, struct timespec *left) {
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000) {
        errno = EINVAL;
        return -1;
    }
    wait_for((uint64_t)time->tv_sec * hertz + (uint64_t)time->tv_nsec * (hertz / 1000000) / 1000);
    if (left) *left = (struct timespec){0, 0};
    return 0;
}

unsigned sleep(unsigned seconds) {
    wait_for((uint64_t)seconds * hertz);
    return 0;
}

int usleep(useconds_t microseconds) {
    wait_for((uint64_t)microseconds * (hertz / 1000000));
    return 0;
}
