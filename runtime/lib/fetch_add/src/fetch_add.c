#include <fail.h>
#include <fetch_add.h>

static AM_SHORT void fetch_rh(fetch_op_t *op, int value) {
    op->value = value;
    op->done = 1;
}

static AM_SHORT void fetch_add_h(int src, fetch_op_t *op, volatile int *address, int increment) {
    am_short_answer_2(src, fetch_rh, op, am_atomic_add(address, increment));
}

static AM_SHORT void fetch_store_h(int src, fetch_op_t *op, volatile int *address, int value) {
    am_short_answer_2(src, fetch_rh, op, am_atomic_store(address, value));
}

static AM_SHORT void compare_swap_h(int src, fetch_op_t *op, volatile int *address, int expected,
                                    int value) {
    am_short_answer_2(src, fetch_rh, op, am_atomic_swap(address, expected, value));
}

static void here(fetch_op_t *op, int value) {
    op->value = value;
    op->done = 1;
}

/// Whether the word is on this node; ends the run if the node does not exist.
static int is_here(int proc, void *caller, const char *what) {
    if (proc < 0 || proc >= am_procs()) xnet_fail_no_node(caller, what, proc, am_procs());
    return proc == am_my_proc();
}
#define IS_HERE(proc, what) is_here(proc, __builtin_return_address(0), what)

// Always inlined, so that an error message about a wrong node names the program's line.
AM_INLINE void add(fetch_op_t *op, int proc, volatile int *address, int increment) {
    op->done = 0;
    if (IS_HERE(proc, "fetch_add"))
        here(op, am_atomic_add(address, increment));
    else
        am_short_request_3_from(proc, fetch_add_h, op, address, increment);
}

AM_INLINE void store(fetch_op_t *op, int proc, volatile int *address, int value) {
    op->done = 0;
    if (IS_HERE(proc, "fetch_store"))
        here(op, am_atomic_store(address, value));
    else
        am_short_request_3_from(proc, fetch_store_h, op, address, value);
}

AM_INLINE void swap(fetch_op_t *op, int proc, volatile int *address, int expected, int value) {
    op->done = 0;
    if (IS_HERE(proc, "compare_swap"))
        here(op, am_atomic_swap(address, expected, value));
    else
        am_short_request_4_from(proc, compare_swap_h, op, address, expected, value);
}

void fetch_add_begin(fetch_op_t *op, int proc, volatile int *address, int increment) {
    add(op, proc, address, increment);
}

void fetch_store_begin(fetch_op_t *op, int proc, volatile int *address, int value) {
    store(op, proc, address, value);
}

void compare_swap_begin(fetch_op_t *op, int proc, volatile int *address, int expected, int value) {
    swap(op, proc, address, expected, value);
}

int fetch_end(fetch_op_t *op) {
    while (!op->done) am_poll();
    return op->value;
}

int fetch_add(int proc, volatile int *address, int increment) {
    fetch_op_t op;
    add(&op, proc, address, increment);
    return fetch_end(&op);
}

int fetch_store(int proc, volatile int *address, int value) {
    fetch_op_t op;
    store(&op, proc, address, value);
    return fetch_end(&op);
}

int compare_swap(int proc, volatile int *address, int expected, int value) {
    fetch_op_t op;
    swap(&op, proc, address, expected, value);
    return fetch_end(&op);
}
