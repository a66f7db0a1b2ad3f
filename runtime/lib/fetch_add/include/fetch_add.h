// fetch&add and its family on words of any node, blocking and split-phase (von Eicken's thesis,
// section 4.3.3.3, Figure 4-18), and a counter and a lock made of them.
//
// All operations are atomic against each other, and against main and the handlers of the word's
// node where these use am_atomic_* of <am_core.h>; a simple load sees the word before or after. On
// the node's own words no message is sent. From main only. A word is an int of node `proc`; every
// node names it by its own pointer, since all nodes run one program.
#pragma once

#include <am_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One split-phase operation, from ..._begin to fetch_end. Any number may be in progress.
typedef struct {
    volatile int done, value;
} fetch_op_t;

/// Starts an operation; main may compute or start others meanwhile. All return the previous value
/// of *address: add `increment`; store `value` (fetch&store, swap); store `value` if the word is
/// `expected` (compare&swap).
void fetch_add_begin(fetch_op_t *op, int proc, volatile int *address, int increment);
void fetch_store_begin(fetch_op_t *op, int proc, volatile int *address, int value);
void compare_swap_begin(fetch_op_t *op, int proc, volatile int *address, int expected, int value);

/// Waits for the operation and returns the previous value of *address.
int fetch_end(fetch_op_t *op);

/// Begin and end in one call.
int fetch_add(int proc, volatile int *address, int increment);
int fetch_store(int proc, volatile int *address, int value);
int compare_swap(int proc, volatile int *address, int expected, int value);

/// A counter that all nodes share: the variable of node `proc`.
typedef struct {
    volatile int value;
} shared_counter_t;

/// Adds `n` and returns the previous value: with n = 1 every caller gets a different number.
static inline int shared_counter_add(int proc, shared_counter_t *counter, int n) {
    return fetch_add(proc, &counter->value, n);
}
static inline int shared_counter_read(int proc, shared_counter_t *counter) {
    return fetch_add(proc, &counter->value, 0);
}

/// A queue lock (Mellor-Crummey and Scott 1991): a static variable, initially 0, whose tail is on
/// node `proc`. Nodes get the lock in the order of their requests; a waiting node polls its own
/// memory and sends nothing; an acquire or release takes at most three messages.
typedef struct {
    volatile int tail;          ///< on node `proc`: the last requester + 1; 0: free
    volatile int next, granted; ///< on each node: its successor + 1; whether the lock is its own
} shared_lock_t;

/// A node must not acquire it twice. Messages sent to a third node while the lock is held may still
/// be under way after the release: wait for an answer first where that matters.
void shared_lock_acquire(int proc, shared_lock_t *lock);
void shared_lock_release(int proc, shared_lock_t *lock);

#ifdef __cplusplus
}
#endif
