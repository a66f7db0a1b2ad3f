// Atomic operations on 8 bytes and on structures, which are calls: some the compiler's front end
// makes, some its back end.
#include <stdatomic.h>
#include <stdio.h>

static _Atomic long long counted;
static long long word;
struct pair {
    int a, b, c;
};
static _Atomic struct pair pair;

int main(void) {
    counted += 5;
    long long expected = 5;
    const int done = atomic_compare_exchange_strong(&counted, &expected, 0x100000002);
    printf("%d %llx\n", done, (unsigned long long)counted);
    expected = 1;
    const int not_done = atomic_compare_exchange_strong(&counted, &expected, 7);
    printf("%d %llx %llx\n", not_done, (unsigned long long)expected, (unsigned long long)counted);
    __atomic_store_n(&word, 99, __ATOMIC_SEQ_CST);
    printf("%lld %lld\n", __atomic_fetch_sub(&word, 100, __ATOMIC_SEQ_CST),
           __atomic_load_n(&word, __ATOMIC_SEQ_CST));
    pair = (struct pair){1, 2, 3};
    const struct pair was = atomic_exchange(&pair, ((struct pair){4, 5, 6}));
    const struct pair now = pair;
    printf("%d%d%d %d%d%d\n", was.a, was.b, was.c, now.a, now.b, now.c);
    return 0;
}
