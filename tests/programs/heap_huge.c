// run: --nodes 1
// expect: none
// expect: none
// expect: still there
// Sizes that exceed any memory, up to those that are negative when they are rounded up.
#include "../../runtime/lib/libc/src/heap.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void xnet_heap_exhausted(size_t bytes) { (void)bytes; }

int main(void) {
    char *const small = malloc(16);
    strcpy(small, "still there");
    volatile size_t size = 0x7FFFFFE0;
    void *volatile large = malloc(size); // volatile: otherwise the compiler evaluates it
    puts(large ? "some" : "none");
    large = realloc(small, size);
    puts(large ? "some" : "none");
    puts(small);
    free(small);
    large = malloc(1000);
    return large == NULL;
}
