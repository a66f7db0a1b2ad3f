// flags: -g
// expect-error: beyond_heap.c:9): store to memory between heap and stack that nobody has allocated: 0x
// The store is far behind the block, but not yet in the stack.
#include <stdlib.h>

int main(void) {
    int *volatile p = malloc(1000);
    volatile int far = 1 << 20;
    p[far] = 1;
    return 0;
}
