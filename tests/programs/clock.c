// run: --nodes 1
// expect: ok clock
// The clock has 64 bits: time(), clock_gettime() and MPI_Wtime() are right behind the 86 s at which
// the 32 bits of Count begin again. A timelet ends each wait, which the emulator skips. The argument
// is the number of waits.
#define _DEFAULT_SOURCE
#include "check.h"
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static volatile int ticked;

static XNET_HANDLER void tick(void) {
    xnet_set_timec(xnet_get_timec() + 0x7FFF0000);
    ++ticked;
}

int main(int argc, char **argv) {
    const int waits = argc > 1 ? atoi(argv[1]) : 5;
    CHECK_EQUAL((int)time(0), 0);
    CHECK(MPI_Wtime() < 1);
    xnet_set_timeh((unsigned)tick);
    xnet_set_timec(xnet_get_count() + 0x7FFF0000);
    xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_TM);
    while (ticked < waits) {
    }
    const double expected = (double)waits * 0x7FFF0000 / AM_HERTZ;
    struct timespec now;
    CHECK_EQUAL(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    const double seconds[] = {(double)now.tv_sec + 1e-9 * (double)now.tv_nsec, MPI_Wtime()};
    for (int i = 0; i < 2; ++i) {
        CHECK(seconds[i] >= expected);
        CHECK(seconds[i] < expected + 0.001);
    }
    CHECK_EQUAL((int)time(0), (int)expected);
    return finish("clock");
}
