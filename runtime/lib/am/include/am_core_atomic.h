// am_atomic_ of machines with atomic instructions. Part of <am_core.h>, within extern "C".
#pragma once

/// On a word of this node, atomic against every handler, from main and from handlers: add, store,
/// store if the word is `expected`; each returns the previous value of the word.
AM_INLINE int am_atomic_add(volatile int *address, int increment) {
    return __atomic_fetch_add(address, increment, __ATOMIC_RELAXED);
}
AM_INLINE int am_atomic_store(volatile int *address, int value) {
    return __atomic_exchange_n(address, value, __ATOMIC_RELAXED);
}
AM_INLINE int am_atomic_swap(volatile int *address, int expected, int value) {
    __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
