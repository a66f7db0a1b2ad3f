// The functions that the compiler calls for atomic operations on 8 bytes. They run in a hold, so no
// handler of the node interrupts. (Other nodes access a node's memory only by its handlers.)
#include <am_core.h>
#include <stdint.h>

// The names are builtins of the compiler.
#define NAME(operation) __asm__("__atomic_" #operation "_8")

uint64_t load_8(const volatile uint64_t *at, int order) NAME(load);
void store_8(volatile uint64_t *at, uint64_t value, int order) NAME(store);
uint64_t exchange_8(volatile uint64_t *at, uint64_t value, int order) NAME(exchange);
_Bool compare_exchange_8(volatile uint64_t *at, uint64_t *expected, uint64_t value, int success,
                         int failure) NAME(compare_exchange);

uint64_t load_8(const volatile uint64_t *at, int order) {
    (void)order;
    am_hold();
    const uint64_t was = *at;
    am_release();
    return was;
}

void store_8(volatile uint64_t *at, uint64_t value, int order) {
    (void)order;
    am_hold();
    *at = value;
    am_release();
}

_Bool compare_exchange_8(volatile uint64_t *at, uint64_t *expected, uint64_t value, int success,
                         int failure) {
    (void)success, (void)failure;
    am_hold();
    const uint64_t was = *at;
    const _Bool same = was == *expected;
    if (same) *at = value;
    am_release();
    if (!same) *expected = was;
    return same;
}

/// `becomes` is an expression of was and value.
#define CHANGE(operation, becomes)                                                                 \
    uint64_t operation##_8(volatile uint64_t *at, uint64_t value, int order) NAME(operation);      \
    uint64_t operation##_8(volatile uint64_t *at, uint64_t value, int order) {                     \
        (void)order;                                                                               \
        am_hold();                                                                                 \
        const uint64_t was = *at;                                                                  \
        *at = becomes;                                                                             \
        am_release();                                                                              \
        return was;                                                                                \
    }
CHANGE(exchange, value)
CHANGE(fetch_add, was + value)
CHANGE(fetch_sub, was - value)
CHANGE(fetch_and, was &value)
CHANGE(fetch_or, was | value)
CHANGE(fetch_xor, was ^ value)
CHANGE(fetch_nand, ~(was &value))
