// run: --nodes 1
// expect-error: unaligned
// A handler was there; once it is removed inlet tells what is wrong, as without one.
#include <cop0.h>

static char bytes[8] __attribute__((aligned(4)));

int main(void) {
    cop0_set_vector((void (*)(void))main);
    cop0_set_vector(0);
    return *(volatile int *)(bytes + 2);
}
