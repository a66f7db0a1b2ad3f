// run: --nodes 2 --set memory_bytes=1048576
// expect-error: but a node has only 0x100000 bytes of memory
// expect-error: with --set memory_bytes=4194304
#include <stdio.h>

static volatile char large[2 << 20];

int main(void) {
    printf("%d\n", large[sizeof large / 2]);
    return 0;
}
