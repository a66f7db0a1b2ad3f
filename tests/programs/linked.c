// run: --nodes 1
// expect: ok linked
// An event between LL and SC breaks the link (docs/t1-abi.md, "Handlers"), also if its handler ends
// with its own link: the LL of a compare&swap that found another value.
#include "check.h"

static volatile int word, other, handled;

static XNET_HANDLER void links(volatile int *address, int store) {
    int value, stored = 0;
    __asm__ volatile("ll %0, 0(%1)" : "=&r"(value) : "r"(address) : "memory");
    if (store) {
        stored = value + 1;
        __asm__ volatile("sc %0, 0(%1)" : "+r"(stored) : "r"(address) : "memory");
    }
    ++handled;
}

/// LL, `status` to nistat, a delay, SC of 77. Returns whether it stored.
static int store(volatile int *address, unsigned status) {
    int value, stored = 77, wait = 20;
    __asm__ volatile(".set push\n\t.set noreorder\n\t"
                     "ll %0, 0(%2)\n\t"
                     "ctc2 %4, $19\n\t"
                     "1: bnez %3, 1b\n\t"
                     "addiu %3, %3, -1\n\t"
                     "sc %1, 0(%2)\n\t"
                     ".set pop"
                     : "=&r"(value), "+r"(stored), "+r"(address), "+r"(wait)
                     : "r"(status)
                     : "memory");
    return stored;
}

int main(void) {
    const unsigned open = xnet_get_nistat();
    CHECK_EQUAL(store(&word, open), 1);
    CHECK_EQUAL(word, 77);
    for (int high = 0; high < 2; ++high)
        for (int stores = 0; stores < 2; ++stores)
            for (int same = 0; same < 2; ++same) {
                volatile int *at = same ? &word : &other;
                word = 5, handled = 0;
                xnet_set_nistat(open & ~(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM));
                if (high)
                    XNET_UNTIL_SENT(xnet_send2h(0, links, (unsigned)at, (unsigned)stores));
                else
                    XNET_UNTIL_SENT(xnet_send2(0, links, (unsigned)at, (unsigned)stores));
                delay(100); // it has arrived
                CHECK_EQUAL(handled, 0);
                CHECK_EQUAL(store(&word, open), 0);
                CHECK_EQUAL(handled, 1);
                CHECK_EQUAL(word, 5 + (same && stores));
            }
    return finish("linked");
}
