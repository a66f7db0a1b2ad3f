// <split-c/atomic.h>: operations that nothing interrupts, on an int of any processor. The names are
// those of 1993; the signatures are this library's own.
#pragma once

#include <split-c/split-c.h>

// int f(T *p, int...), at most 4 ints: runs on p's processor as a handler, so the rules of Active
// Messages hold for it (docs/active-messages.md). Waits, and returns f's result.
int splitc_atomic(splitc_far_ p, int (*f)(), int count, const int *arguments);
#define atomic(f, p, ...)                                                                          \
    ({                                                                                             \
        const int splitc_a_[] = {0, ##__VA_ARGS__};                                                \
        _Static_assert(sizeof splitc_a_ <= 5 * sizeof(int), "atomic passes at most 4 ints");       \
        splitc_atomic(SPLITC_FAR_(p), (int (*)())(f), (int)(sizeof splitc_a_ / sizeof(int)) - 1,   \
                      splitc_a_ + 1);                                                              \
    })

int splitc_add_here(int *p, int n), splitc_exchange_here(int *p, int value),
    splitc_swap_here(int *p, int old, int value);

/// Adds n. Returns the value before.
SPLITC_INLINE int fetch_and_add(int *global p, int n) { return atomic(splitc_add_here, p, n); }
/// Stores a value. Returns the value before.
SPLITC_INLINE int exchange(int *global p, int value) {
    return atomic(splitc_exchange_here, p, value);
}
/// Stores 1. Returns the value before.
SPLITC_INLINE int test_and_set(int *global p) { return atomic(splitc_exchange_here, p, 1); }
/// Stores `value` if the value is `old`. Returns whether it was.
SPLITC_INLINE int cmp_and_swap(int *global p, int old, int value) {
    return atomic(splitc_swap_here, p, old, value);
}
