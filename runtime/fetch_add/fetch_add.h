// fetch&add on the memory of any node, blocking and split-phase (von Eicken's thesis, section
// 4.3.3.3, Figure 4-18).
#pragma once

/// One split-phase operation, from fetch_add_begin to fetch_add_end.
typedef struct {
    volatile int done, value;
} fetch_add_t;

/// Starts adding `increment` to *address of node `proc`. Main may compute or start others
/// meanwhile.
void fetch_add_begin(fetch_add_t *op, int proc, volatile int *address, int increment);

/// Waits for it. Returns what *address was before.
int fetch_add_end(fetch_add_t *op);

/// Both at once. Atomic with respect to every other fetch_add on that node.
int fetch_add(int proc, volatile int *address, int increment);
