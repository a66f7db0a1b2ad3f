// run: --nodes 1
// expect-error: access to an unmapped address
// The first words are memory, the others are behind its end.
#include <xnet.h>

int main(void) {
    xnet_swv(4, (void *)0x00fffff0);
    return 0;
}
