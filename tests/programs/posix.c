// run: --nodes 2
// expect: hello from write
// expect: clocks agree: 1 1 1 1
// expect: slept: 1 1 1
// expect: pids 1 2
// expect: signal 2 handled, then default; ignored 0; bad -1 1
// expect: no file: -1 1 1
// expect: names differ: 1
// expect: handled while asleep: 7
// Functions that portable programs expect of a C library: clocks, sleep, getpid, write, synchronous
// signals, rename, tmpfile, tmpnam.
#define _DEFAULT_SOURCE
#include <am.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static volatile int got, other_pid, seen;
static void put(int src, int value) {
    (void)src;
    got = value;
}
static void pid(int src, int value) {
    (void)src;
    other_pid = value;
}
static void note(int number) { seen = number; }

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

int main(void) {
    if (am_my_proc() == 1) {
        usleep(50);
        am_request_1(0, put, 7);
        am_request_1(0, pid, getpid());
        return 0;
    }
    const char hello[] = "hello from write\n";
    write(1, hello, sizeof hello - 1);
    struct timeval day;
    struct tms used;
    const long long begin = now(CLOCK_MONOTONIC), real = now(CLOCK_REALTIME);
    gettimeofday(&day, NULL);
    const long long micro = day.tv_sec * 1000000ll + day.tv_usec;
    printf("clocks agree: %d %d %d %d\n", real >= begin && real - begin < 100000,
           micro * 1000 >= begin - 1000 && micro * 1000 - begin < 200000,
           times(&used) == used.tms_utime, time(NULL) == 0);
    const long long a = now(CLOCK_MONOTONIC);
    usleep(300);
    const long long b = now(CLOCK_MONOTONIC);
    nanosleep(&(struct timespec){0, 100000}, NULL);
    const long long c = now(CLOCK_MONOTONIC);
    printf("slept: %d %d %u\n", b - a >= 300000 && b - a < 320000, c - b >= 100000 && c - b < 120000,
           1 - sleep(0));
    printf("pids %d %d\n", (int)getpid(), other_pid);
    signal(SIGINT, note);
    raise(SIGINT);
    const int was_set_back = signal(SIGINT, SIG_IGN) == SIG_DFL;
    const int ignored = raise(SIGINT);
    errno = 0;
    const int bad = raise(1000);
    printf("signal %d handled, then %s; ignored %d; bad %d %d\n", seen,
           was_set_back ? "default" : "?", ignored, bad, errno == EINVAL);
    const int renamed = rename("/tmp/a", "/tmp/b");
    printf("no file: %d %d %d\n", renamed, errno == ENOENT, tmpfile() != NULL);
    char one[L_tmpnam], two[L_tmpnam];
    printf("names differ: %d\n", strcmp(tmpnam(one), tmpnam(two)) != 0);
    printf("handled while asleep: %d\n", got);
    return 0;
}
