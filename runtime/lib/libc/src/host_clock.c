// The clock of a node with 64 bits, for <time.h> and MPI_Wtime: the processors' counters have 32.
#include <am_core.h>
#include <host.h>
#include <host_calls.h>

unsigned long long __host_clock(void) {
    unsigned high, low;
    do { // the lower half may begin again between two calls
        high = (unsigned)host_names(18, 0, 0, 0);
        low = am_cycles();
    } while ((unsigned)host_names(18, 0, 0, 0) != high);
    return (unsigned long long)high << 32 | low;
}
