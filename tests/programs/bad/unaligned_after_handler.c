// run: --nodes 1
// expect-error: unaligned
// A program that had an exception handler; once it is removed inlet reports the error as usual.
#include <cop0.h>

static char bytes[8] __attribute__((aligned(4)));

int main(void) {
    cop0_set_vector((void (*)(void))main);
    cop0_set_vector(0);
    return *(volatile int *)(bytes + 2);
}
