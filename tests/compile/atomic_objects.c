// Atomic objects by their names, of sizes that no instruction has: calls of the library.
// flags: -Wno-atomic-alignment
// host: -Wl,--no-as-needed -latomic
// no-qemu: they hold messages back in the network interface
#include "show.h"

#include <stdatomic.h>

static _Atomic long long word = 3;
static _Atomic double real = 0.5;
struct pair {
    long long a, b;
};
struct three {
    int c[3];
};
static _Atomic struct pair pair;
static _Atomic struct three small;

int main(void) {
    long long v = word;
    word = v + (1ll << 40);
    word += 5;
    real = real * 2;
    real += 1;
    struct pair w = {1, 2};
    pair = w;
    w = pair;
    struct three t = {{'a', 'b', 'c'}}, other = {{'x', 'y', 'z'}};
    atomic_store(&small, t);
    t = atomic_exchange(&small, other);
    const struct three now = atomic_load(&small);
    struct three expected = t;
    const int no = atomic_compare_exchange_strong(&small, &expected, t);
    const int yes = atomic_compare_exchange_strong(&small, &expected, t);
    v = word;
    const long long x = atomic_exchange(&word, 9);
    printf("%lld %g %lld %lld\n", v, (double)real, x, w.b + word);
    printf("%c%c%c %d %d %c\n", t.c[0], t.c[1], t.c[2], no, yes, now.c[2]);
    return 0;
}
