// The functions that the compiler calls for atomic operations on 1, 2 and 4 bytes, for which a
// SPARC V7 has only SWAP: on a node that polls, nothing interrupts.
// (runtime/lib/libc/src/atomic_8.c has those on 8 bytes.)
#include <am_core.h>
#include <stdint.h>

// The names are builtins of the compiler.
#define NAME(operation, bytes) __asm__("__atomic_" #operation "_" #bytes)

/// `becomes` is an expression of was and value.
#define CHANGE(type, bytes, operation, becomes)                                                    \
    type operation##_##bytes(volatile type *at, type value, int order) NAME(operation, bytes);     \
    type operation##_##bytes(volatile type *at, type value, int order) {                           \
        (void)order;                                                                               \
        am_hold();                                                                                 \
        const type was = *at;                                                                      \
        *at = (type)(becomes);                                                                     \
        am_release();                                                                              \
        return was;                                                                                \
    }

#define OPERATIONS(type, bytes)                                                                    \
    type load_##bytes(const volatile type *at, int order) NAME(load, bytes);                       \
    type load_##bytes(const volatile type *at, int order) {                                        \
        (void)order;                                                                               \
        return *at;                                                                                \
    }                                                                                              \
    void store_##bytes(volatile type *at, type value, int order) NAME(store, bytes);               \
    void store_##bytes(volatile type *at, type value, int order) {                                 \
        (void)order;                                                                               \
        *at = value;                                                                               \
    }                                                                                              \
    _Bool compare_exchange_##bytes(volatile type *at, type *expected, type value, int success,     \
                                   int failure) NAME(compare_exchange, bytes);                     \
    _Bool compare_exchange_##bytes(volatile type *at, type *expected, type value, int success,     \
                                   int failure) {                                                  \
        (void)success, (void)failure;                                                              \
        am_hold();                                                                                 \
        const type was = *at;                                                                      \
        const _Bool same = was == *expected;                                                       \
        if (same) *at = value;                                                                     \
        am_release();                                                                              \
        if (!same) *expected = was;                                                                \
        return same;                                                                               \
    }                                                                                              \
    CHANGE(type, bytes, exchange, value)                                                           \
    CHANGE(type, bytes, fetch_add, was + value)                                                    \
    CHANGE(type, bytes, fetch_sub, was - value)                                                    \
    CHANGE(type, bytes, fetch_and, was &value)                                                     \
    CHANGE(type, bytes, fetch_or, was | value)                                                     \
    CHANGE(type, bytes, fetch_xor, was ^ value)                                                    \
    CHANGE(type, bytes, fetch_nand, ~(was & value))

OPERATIONS(uint8_t, 1)
OPERATIONS(uint16_t, 2)
OPERATIONS(uint32_t, 4)
