// nodes: 2 16
// What all processors do together, as processor 0 sees it.
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

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    int value = MYPROC;
    for (int i = 0; i < 4; ++i)
        barrier(); // from here on nobody comes later than the network lets him
    cost_barrier();
    cost_all_store_sync();
    cost_all_bcast(value);
    cost_all_reduce_to_one_add(value);
    cost_all_reduce_to_all_add(value);
    cost_all_scan_add(value);
    cost_all_gather_4(&value);
    return 0;
}
