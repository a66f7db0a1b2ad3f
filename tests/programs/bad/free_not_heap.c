// flags: -g -Wno-free-nonheap-object
// expect-error: free_not_heap.c:12): free of 0x
// expect-error: which is not on the heap (0x
#include <stdlib.h>

static int variable;

int main(void) {
    int *volatile p = malloc(4);
    free(p);
    p = &variable;
    free(p);
    return 0;
}
