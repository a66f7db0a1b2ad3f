// run: --nodes 8
// expect: ok written_code
// Code that a program writes: into its data, onto its stack and over its own text. Some nodes write
// the same code, some do not.
#include "check.h"

typedef int (*function)(int);

static unsigned page[2048] __attribute__((aligned(4096)));

/// return x + add;
static void make(volatile unsigned *at, int add) {
    at[0] = 0x03E00008;                            // jr $31
    at[1] = 0x24820000 | ((unsigned)add & 0xFFFF); // addiu $2, $4, add
}

static int __attribute__((noinline)) patched(int x) {
    __asm__ volatile("");
    return x + 1;
}

int main(void) {
    const int me = am_my_proc();
    const function call = (function)page;

    for (int i = 0; i < 200; ++i) { // from here on decoded word by word
        make(page, i);
        CHECK_EQUAL(call(5), 5 + i);
    }
    make(page + 1024, me / 2); // a page that is equal on two nodes
    CHECK_EQUAL(((function)(page + 1024))(100), 100 + me / 2);

    volatile unsigned stack[2];
    make(stack, 3 * me);
    CHECK_EQUAL(((function)stack)(1), 1 + 3 * me);

    const function volatile own = patched;
    CHECK_EQUAL(own(1), 2);
    make((volatile unsigned *)patched, me + 7);
    CHECK_EQUAL(own(1), me + 8);
    barrier(); // messages still arrive and leave
    make((volatile unsigned *)patched, -1);
    CHECK_EQUAL(own(1), 0);
    return finish("written_code");
}
