// Sections of the program's own, with the linker's __start_NAME and __stop_NAME; they are the
// program's, and the heap is behind them.
// no-qemu: the heap asks the network interface for the level
#include "show.h"

#include <stdlib.h>

static int counter __attribute__((section("counters"))) = 7;
static const int limit __attribute__((section("limits"), used)) = 9;
static int zeros[4] __attribute__((section("zeroed")));
__attribute__((section("slow"), noinline)) static int twice(int x) { return 2 * x; }
static int one(void) { return 1; }
static int two(void) { return 2; }
typedef int (*call)(void);
static call first __attribute__((section("calls"), used)) = one;
static call second __attribute__((section("calls"), used)) = two;
extern call __start_calls[], __stop_calls[];

int main(void) {
    int sum = 0;
    for (call *c = __start_calls; c < __stop_calls; ++c) sum += (*c)();
    unsigned char *heap = malloc(100000);
    memset(heap, 0xff, 100000);
    counter++;
    zeros[3]++;
    printf("%d %d %d %d %d %d\n", sum, counter, OPAQUE(int, limit), zeros[3] + zeros[0], twice(21),
           heap[OPAQUE(int, 99999)]);
    return 0;
}
