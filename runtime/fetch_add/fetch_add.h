// fetch&add and its family on words of any node, blocking and split-phase (von Eicken's thesis,
// section 4.3.3.3, Figure 4-18), and a counter and a lock made of them.
//
// All are atomic: against each other, against main and the handlers of the word's node where these
// use am_atomic_* of <am_core.h>, and simple loads see a word before or after. On one's own node no
// message is sent. From main only. A word is an int of node `proc`; every node calls it by its own
// pointer, since all nodes run one program.
#pragma once

#include <am_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One split-phase operation, from ..._begin to fetch_end. Any number may be under way.
typedef struct {
    volatile int done, value;
} fetch_op_t;

/// Starts an operation; main may compute or start others meanwhile. All return what *address was
/// before: add `increment`; store `value` (fetch&store, swap); store `value` if it was `expected`
/// (compare&swap).
void fetch_add_begin(fetch_op_t *op, int proc, volatile int *address, int increment);
void fetch_store_begin(fetch_op_t *op, int proc, volatile int *address, int value);
void compare_swap_begin(fetch_op_t *op, int proc, volatile int *address, int expected, int value);

/// Waits for it and returns what *address was before.
int fetch_end(fetch_op_t *op);

/// Both at once.
int fetch_add(int proc, volatile int *address, int increment);
int fetch_store(int proc, volatile int *address, int value);
int compare_swap(int proc, volatile int *address, int expected, int value);

/// A counter that all nodes share: the variable of node `proc`.
typedef struct {
    volatile int value;
} shared_counter_t;

/// Counts on by `n` and returns what it was: of n = 1 every caller gets another number.
static inline int shared_counter_add(int proc, shared_counter_t *counter, int n) {
    return fetch_add(proc, &counter->value, n);
}
static inline int shared_counter_read(int proc, shared_counter_t *counter) {
    return fetch_add(proc, &counter->value, 0);
}

/// A queue lock (Mellor-Crummey and Scott 1991): a static variable, 0 at the start, of which node
/// `proc` has the tail. Nodes get it in the order in which they asked; who waits, waits on its own
/// node and sends nothing; an acquire or release takes at most three messages.
typedef struct {
    volatile int tail;          ///< of node `proc`: the last that asked + 1; 0: it is free
    volatile int next, granted; ///< of each node: who asked after it + 1; that it is its turn
} shared_lock_t;

/// Not twice by one node. What was sent in the lock to a third node may still be on its way after
/// the release: wait for an answer first where that matters.
void shared_lock_acquire(int proc, shared_lock_t *lock);
void shared_lock_release(int proc, shared_lock_t *lock);

#ifdef __cplusplus
}
#endif
