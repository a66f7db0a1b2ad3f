// flags: -g
// run: --nodes 2
// expect-error: (handler
// expect-error: free_twice.c:14): free of 0x
// expect-error: which is not in use: freed twice, or not what malloc returned
// In a handler, of a block that main has freed.
#include <am.h>
#include <stdlib.h>

static int *volatile memory;

static void handler(int src, int unused) {
    (void)src, (void)unused;
    free(memory);
    __asm__ volatile("");
}

int main(void) {
    memory = malloc(100);
    void *volatile behind = malloc(100);
    (void)behind;
    free(memory);
    if (am_my_proc() == 0) am_request_1(1, handler, 0);
    for (;;) am_poll();
}
