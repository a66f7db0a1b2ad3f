// flags: -g
// expect-error: node 0, cycle
// expect-error: heap_exhausted.c:12): heap exhausted: 1048576 bytes asked for, the heap has
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *volatile last;

static __attribute__((noinline)) void take(void) {
    // One megabyte after the other.
    last = memset(malloc(1 << 20), 1, 1 << 20);
}

int main(void) {
    for (;;) take();
}
