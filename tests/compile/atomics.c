// Atomic operations of the language: on words with LL and SC, on bytes and halfwords inside words.
#include "show.h"

#include <stdatomic.h>

static _Atomic int32_t word = 5;
static _Atomic uint8_t bytes[4] = {1, 2, 3, 4};
static _Atomic int16_t halves[2] = {-1, 100};
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void) {
    printf("%d ", (int)atomic_fetch_add(&word, 7));
    printf("%d ", (int)atomic_fetch_sub(&word, 20));
    printf("%d ", (int)atomic_fetch_or(&word, 0x100));
    printf("%d ", (int)atomic_fetch_and(&word, 0xFFF));
    printf("%d ", (int)atomic_fetch_xor(&word, 0xF0F0));
    printf("%d ", (int)atomic_exchange(&word, 77));
    int32_t expected = 76;
    printf("%d ", atomic_compare_exchange_strong(&word, &expected, 1));
    printf("%d ", (int)expected);
    printf("%d ", atomic_compare_exchange_strong(&word, &expected, 1));
    printf("%d\n", (int)word);
    for (int i = 0; i < 4; ++i) {
        printf("%d ", atomic_fetch_add(&bytes[i], (uint8_t)(100 * i)));
        uint8_t e = 103;
        printf("%d ", atomic_compare_exchange_strong(&bytes[i], &e, 9));
    }
    for (int i = 0; i < 4; ++i) printf("%d ", bytes[i]);
    printf("%d ", atomic_fetch_sub(&halves[0], 32767));
    printf("%d ", atomic_exchange(&halves[1], -5));
    printf("%d %d\n", halves[0], halves[1]);
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d ", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set(&flag));
    int32_t plain = 3;
    __atomic_store_n(&plain, 11, __ATOMIC_RELEASE);
    printf("%d ", (int)__atomic_load_n(&plain, __ATOMIC_ACQUIRE));
    printf("%d ", (int)__atomic_fetch_nand(&plain, 6, __ATOMIC_RELAXED));
    printf("%d ", (int)__sync_val_compare_and_swap(&plain, -3, 8));
    atomic_thread_fence(memory_order_seq_cst);
    printf("%d\n", (int)plain);
    return 0;
}
