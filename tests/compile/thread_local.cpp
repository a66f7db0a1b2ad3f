// Thread-local variables: a node has one thread, so they are variables of the node.
// no-qemu: Linux enters main directly, without the start that runs constructors
#include "show.h"

static int next_number() { return OPAQUE(int, 1); }

struct Noisy {
    explicit Noisy(int n) : number(n) { printf("made %d\n", n); }
    ~Noisy() { printf("gone %d\n", number); }
    int number;
};

static thread_local int own = 5;
__thread int count;
static thread_local Noisy first(next_number());

static int next() {
    thread_local int here = 10;
    static thread_local Noisy second(2);
    return here++ + second.number;
}
struct Holder {
    static thread_local int shared;
};
thread_local int Holder::shared = 3;

template <typename T> T twice(T x) {
    thread_local T last = 0;
    last += x;
    return 2 * last;
}

int main() {
    printf("%d\n", first.number);
    ++own;
    ++count;
    ++Holder::shared;
    extern thread_local int elsewhere;
    printf("%d %d %d %d\n", own, count, Holder::shared, elsewhere);
    int *at = &own;
    *at += 2;
    const int a = next(), b = next(), c = twice(4), d = twice(5);
    printf("%d %d %d %d %d\n", own, a, b, c, d);
    return 0;
}
thread_local int elsewhere = 12;
