// A random program in a message handler (csmith_handlers): messages arrive while main keeps values
// in every register. Compiled with DIRECT, main calls the program instead.
#define main program_main
#include PROGRAM
#undef main

#include <xnet.h>

enum { rounds = 48 };

void churn(unsigned seed, unsigned out[33]); // tests/programs/parts/churn.S

static volatile int came;

// One function: the functions that the program calls are part of it.
XNET_HANDLER __attribute__((flatten)) void handler(void) {
    func_1();
    ++came;
}

int main(void) {
#ifdef DIRECT
    for (int i = 0; i < rounds; ++i) func_1();
#else
    unsigned want[33], got[33];
    for (int i = 0; i < rounds; ++i) {
        churn(i, want);
        XNET_UNTIL_SENT(xnet_send0(xnet_node(), handler));
        // The message arrives at a different instruction each time.
        for (volatile int wait = 0; wait < i % 8; ++wait) {}
        for (int again = 0; again < 4 || came <= i; ++again) {
            churn(i, got);
            for (int r = 1; r < 33; ++r)
                if (got[r] != want[r]) printf("round %d: value %d is changed\n", i, r);
        }
    }
#endif
    return program_main();
}
