// Time for <time.h> and POSIX: the node's clock since the run began. A node has no calendar
// date.
#define _DEFAULT_SOURCE
#include <am_core.h>
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <xnet_time.h>

enum { hertz = AM_HERTZ };
enum { nanoseconds = 1000000000 / hertz }; // of a cycle

static uint64_t cycles;
static uint32_t last;

static uint64_t elapsed(void) {
    am_hold(); // a handler may call it too
    const uint32_t now = am_cycles();
    cycles += now - last; // Count has 32 bits
    last = now;
    const uint64_t result = cycles;
    am_release();
    return result;
}

clock_t clock(void) { return (clock_t)(elapsed() / (hertz / CLOCKS_PER_SEC)); }

int _gettimeofday(struct timeval *time, void *zone) {
    (void)zone;
    const uint64_t now = elapsed();
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
    const uint64_t now = elapsed();
    time->tv_sec = (time_t)(now / hertz);
    time->tv_nsec = (long)(now % hertz) * nanoseconds;
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
        elapsed(); // or it misses that the clock's 32 bits begin again
        count -= part;
    }
}

int nanosleep(const struct timespec *time, struct timespec *left) {
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000) {
        errno = EINVAL;
        return -1;
    }
    wait_for((uint64_t)time->tv_sec * hertz + (uint64_t)(time->tv_nsec / nanoseconds));
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
