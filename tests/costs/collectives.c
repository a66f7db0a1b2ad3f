// nodes: 2 16
// Collective operations, as processor 0 sees them.
#include "cost.h"

#include <splitc.h>

static int numbers[16];

COST(barrier, (void), barrier())
COST(all_store_sync, (void), all_store_sync())
COST(all_bcast, (int value), COST_USE(all_bcast(value)))
COST(all_reduce_to_one_add, (int value), COST_USE(all_reduce_to_one_add(value)))
COST(all_reduce_to_all_add, (int value), COST_USE(all_reduce_to_all_add(value)))
COST(all_scan_add, (int value), COST_USE(all_scan_add(value)))
COST(all_gather_4, (int *value), all_gather(numbers, value, sizeof(int)))

// The same code for other types and operations; the cost of a buffer; spread memory.
static char buffer[1024] __attribute__((aligned(64)));
static spread(void) memory, memory_of_all;
COST(reduce_to_all_dadd, (double *value), *value = all_reduce_to_all_add(*value))
COST(all_reduce_to_all_max, (int value), COST_USE(all_reduce_to_all_max(value)))
COST(all_scan_max, (int value), COST_USE(all_scan_max(value)))
COST(all_bcast_buffer_16, (void), all_bcast_buffer(buffer, 16))
COST(all_bcast_buffer_1024, (void), all_bcast_buffer(buffer, sizeof buffer))
COST(all_spread_malloc, (void), memory_of_all = all_spread_malloc(64, 16))
COST(spread_malloc, (void), memory = spread_malloc(64, 16))
COST(spread_free, (void), spread_free(memory))
COST(all_spread_free, (void), all_spread_free(memory_of_all))

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    int value = MYPROC;
    for (int i = 0; i < 4; ++i)
        barrier(); // from here on processors arrive as early as the network permits
    cost_barrier();
    cost_all_store_sync();
    cost_all_bcast(value);
    cost_all_reduce_to_one_add(value);
    cost_all_reduce_to_all_add(value);
    cost_all_scan_add(value);
    cost_all_gather_4(&value);
    double number = MYPROC;
    cost_reduce_to_all_dadd(&number);
    cost_all_reduce_to_all_max(value);
    cost_all_scan_max(value);
    cost_all_bcast_buffer_16();
    cost_all_bcast_buffer_1024();
    cost_all_spread_malloc();
    if (MYPROC == 0) cost_spread_malloc();
    barrier();
    if (MYPROC == 0) cost_spread_free();
    barrier();
    cost_all_spread_free();
    return 0;
}
