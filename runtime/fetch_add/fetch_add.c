#include <am.h>
#include <fetch_add.h>

static void fetch_add_rh(int src, int op, int value) {
    (void)src;
    ((fetch_add_t *)op)->value = value;
    ((fetch_add_t *)op)->done = 1;
}

// Requests do not interrupt each other (CSD-94-823 A.9), so this is atomic.
static void fetch_add_h(int src, int op, int address, int increment) {
    volatile int *p = (volatile int *)address;
    int value = *p;
    *p = value + increment;
    am_reply_2(src, fetch_add_rh, op, value);
}

void fetch_add_begin(fetch_add_t *op, int proc, volatile int *address, int increment) {
    op->done = 0;
    am_request_3(proc, fetch_add_h, (int)op, (int)address, increment);
}

int fetch_add_end(fetch_add_t *op) {
    am_wait(&op->done, 1);
    return op->value;
}

int fetch_add(int proc, volatile int *address, int increment) {
    fetch_add_t op;
    fetch_add_begin(&op, proc, address, increment);
    return fetch_add_end(&op);
}
