// flags: -g
// expect-error: free_middle.c:9): free of 0x
// expect-error: which is not in use: freed twice, or not what malloc returned
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *volatile p = memset(malloc(400), 0, 400);
    free(p + 8);
    return 0;
}
