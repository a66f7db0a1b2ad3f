// LL and SC: as the compiler generates them for atomic operations of all sizes, and by hand.
#include "check.h"

static uint32_t word = 5, flags;
static uint16_t halves[3] = {1, 0xFFFE, 3};
static uint8_t bytes[5] = {250, 251, 252, 253, 254};

static uint32_t add_by_hand(uint32_t *at, uint32_t n) {
    uint32_t old, fresh;
    __asm__ volatile(
        ".set push\n\t.set noreorder\n"
        "1:\tll %0, 0(%3)\n\taddu %1, %0, %4\n\tsc %1, 0(%3)\n\tbeqz %1, 1b\n\tnop\n\t.set pop"
        : "=&r"(old), "=&r"(fresh), "+m"(*at)
        : "r"(at), "r"(n));
    return old;
}

/// SC without LL fails and stores nothing; a second one after an LL does too.
static void fails(void) {
    uint32_t first = 11, second = 22, loaded;
    __asm__ volatile("ll %2, 0(%3)\n\tsc %0, 0(%3)\n\tsc %1, 0(%3)"
                     : "+r"(first), "+r"(second), "=&r"(loaded)
                     : "r"(&word)
                     : "memory");
    printf("%u %u %u\n", first, loaded, word);
}

static void lock(uint32_t *l) {
    uint32_t expected = 0;
    while (!__atomic_compare_exchange_n(l, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        expected = 0;
}
static void unlock(uint32_t *l) { __atomic_store_n(l, 0, __ATOMIC_RELEASE); }

int main(void) {
    printf("%u ", __atomic_fetch_add(&word, 7, __ATOMIC_SEQ_CST));
    printf("%u ", __atomic_sub_fetch(&word, 20, __ATOMIC_SEQ_CST));
    printf("%u ", __atomic_exchange_n(&word, 99, __ATOMIC_SEQ_CST));
    printf("%u ", __atomic_fetch_and(&word, 0x61, __ATOMIC_SEQ_CST));
    printf("%u ", __atomic_fetch_or(&word, 0x100, __ATOMIC_SEQ_CST));
    printf("%u ", __atomic_fetch_xor(&word, 0xFFFF, __ATOMIC_SEQ_CST));
    printf("%u\n", __atomic_fetch_nand(&word, 0xF0F0, __ATOMIC_SEQ_CST));
    for (int i = 0; i < 5; ++i) {
        const unsigned a = __atomic_fetch_add(&bytes[i], 3 + i, __ATOMIC_SEQ_CST);
        const unsigned b = __atomic_fetch_sub(&halves[i % 3], 0x101, __ATOMIC_SEQ_CST);
        printf("%u %u %u %u %u %u %u\n", a, b, bytes[0], bytes[i], halves[0], halves[1], halves[2]);
    }
    uint8_t wanted = bytes[2];
    int done =
        __atomic_compare_exchange_n(&bytes[2], &wanted, 77, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %u %u ", done, wanted, bytes[2]);
    done =
        __atomic_compare_exchange_n(&bytes[2], &wanted, 78, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %u %u\n", done, wanted, bytes[2]);
    for (uint32_t i = 0; i < 1000; ++i) {
        lock(&flags);
        word += add_by_hand(&word, i);
        unlock(&flags);
    }
    printf("%u %u\n", word, flags);
    fails();
    __sync_synchronize();
    return (int)(word & 63);
}
