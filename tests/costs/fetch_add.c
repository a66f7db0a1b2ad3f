// nodes: 2
// <fetch_add.h>, on memory of node 1, and of node 0 itself ("here").
#include "cost.h"

#include <am.h>
#include <fetch_add.h>

static volatile int counter;

COST(fetch_add, (int to), COST_USE(fetch_add(to, &counter, 1)))
COST(fetch_add_begin, (fetch_op_t * op, int to), fetch_add_begin(op, to, &counter, 1))
COST(fetch_end_complete, (fetch_op_t * op), COST_USE(fetch_end(op)))
COST(fetch_store, (int to), COST_USE(fetch_store(to, &counter, 1)))
COST(compare_swap, (int to), COST_USE(compare_swap(to, &counter, 1, 2)))
COST(fetch_store_begin, (fetch_op_t * op, int to), fetch_store_begin(op, to, &counter, 1))
COST(compare_swap_begin, (fetch_op_t * op, int to), compare_swap_begin(op, to, &counter, 1, 2))
COST(fetch_add_here, (int me), COST_USE(fetch_add(me, &counter, 1)))
COST(fetch_store_here, (int me), COST_USE(fetch_store(me, &counter, 1)))
COST(compare_swap_here, (int me), COST_USE(compare_swap(me, &counter, 1, 2)))

static shared_lock_t lock;
COST(shared_lock_acquire, (int to), shared_lock_acquire(to, &lock))
COST(shared_lock_release, (int to), shared_lock_release(to, &lock))
static shared_lock_t lock_here;
COST(shared_lock_acquire_here, (int me), shared_lock_acquire(me, &lock_here))
COST(shared_lock_release_here, (int me), shared_lock_release(me, &lock_here))

static shared_counter_t shared, shared_here;
COST(shared_counter_add, (int to), COST_USE(shared_counter_add(to, &shared, 1)))
COST(shared_counter_read, (int to), COST_USE(shared_counter_read(to, &shared)))
COST(shared_counter_add_here, (int me), COST_USE(shared_counter_add(me, &shared_here, 1)))

static volatile int stopped;
static void stop(int src) { (void)src, ++stopped; }

int main(void) {
    if (am_my_proc() != 0) {
        am_wait(&stopped, 1);
        return 0;
    }
    fetch_op_t op;
    cost_fetch_add(1);
    cost_fetch_add_begin(&op, 1);
    cost_fetch_end_complete(&op);
    cost_fetch_store(1);
    cost_compare_swap(1);
    fetch_op_t store, swap;
    cost_fetch_store_begin(&store, 1);
    cost_compare_swap_begin(&swap, 1);
    fetch_end(&store), fetch_end(&swap);
    cost_fetch_add_here(0);
    cost_fetch_store_here(0);
    cost_compare_swap_here(0);
    cost_shared_lock_acquire(1);
    cost_shared_lock_release(1);
    cost_shared_lock_acquire_here(0);
    cost_shared_lock_release_here(0);
    cost_shared_counter_add(1);
    cost_shared_counter_read(1);
    cost_shared_counter_add_here(0);
    am_request_0(1, stop);
}
