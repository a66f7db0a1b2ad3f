// run: --nodes 1
// flags: -ffixed-x23
// expect: ok base pointer
// A register that the program shares with its handlers is preserved in functions whose frame needs
// a base pointer.
#include "check.h"

register int shared __asm__("$23");
static volatile int came;

static XNET_HANDLER void add(int a) {
    shared += a;
    ++came;
}

__attribute__((noinline)) static int frame(int n) {
    _Alignas(64) char aligned[64];
    char variable[n];
    for (int i = 0; i < 64; ++i) aligned[i] = i;
    for (int i = 0; i < n; ++i) variable[i] = i;
    for (int i = 0; i < 4; ++i) XNET_UNTIL_SENT(xnet_send1(xnet_node(), add, 1));
    while (came < 4) __asm__ volatile("" ::: "memory");
    return aligned[n] + variable[n - 1] + ((unsigned)aligned % 64 != 0);
}

int main(void) {
    shared = 0;
    const int all = frame(10);
    const int now = shared;
    CHECK_EQUAL(now, 4);
    CHECK_EQUAL(all, 19);
    return finish("base pointer");
}
