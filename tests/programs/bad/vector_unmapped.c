// run: --nodes 1
// expect-error: access to an unmapped address
// The first words are mapped, the others are beyond the end of memory.
#include <xnet.h>

int main(void) {
    xnet_swv(4, (void *)0x00fffff0);
    return 0;
}
