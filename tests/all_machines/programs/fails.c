// Fails in a function of the runtime, below inner(), which main calls.
#include <am.h>
#include <assert.h>
#include <stdlib.h>

static void give(int src, int value) { (void)src, (void)value; }

__attribute__((noinline)) static int inner(int which) {
    switch (which) {
    case 1: abort();
    case 2: assert(which == 0); break;
    case 3: am_request_1(99, give, which); break;
    }
    return which + 1;
}

int main(int argc, char **argv) { return argc > 1 ? inner(atoi(argv[1])) + argc : 0; }
