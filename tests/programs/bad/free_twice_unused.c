// run: --nodes 2
// flags: -g
// expect-error: node 0, cycle
// expect-error: (main+
// expect-error: free_twice_unused.c:
// expect-error: free
// Memory whose only use is to be freed, twice: no level of the compiler removes that.
#include <am.h>
#include <stdlib.h>

int main(void) {
    if (am_my_proc() != 0) return 0;
    void *block = malloc(10);
    free(block);
    free(block);
    return 0;
}
