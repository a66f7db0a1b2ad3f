// needs: malloc.h
// no-qemu: the heap asks the network interface for the level
//
// The library's heap: blocks of many sizes with patterns, realloc that keeps them, calloc that is
// zero.
#include "show.h"

#include <stdlib.h>

int main(void) {
    enum { N = 60 };
    unsigned char *blocks[N] = {0};
    size_t sizes[N] = {0};
    uint32_t state = 17;
    int wrong = 0;
    for (int turn = 0; turn < 3000; ++turn) {
        const int i = (int)(next_random(&state) % N);
        const size_t size = next_random(&state) % 700 + 1;
        for (size_t k = 0; k < sizes[i]; ++k) wrong += blocks[i][k] != (unsigned char)(i + (int)k);
        if (state & 64) {
            free(blocks[i]);
            blocks[i] = 0, sizes[i] = 0;
            continue;
        }
        unsigned char *b = realloc(blocks[i], size);
        if (!b) return 1;
        for (size_t k = 0; k < size && k < sizes[i]; ++k)
            wrong += b[k] != (unsigned char)(i + (int)k);
        wrong += ((uintptr_t)b & 7) != 0;
        for (size_t k = 0; k < size; ++k) b[k] = (unsigned char)(i + (int)k);
        blocks[i] = b, sizes[i] = size;
    }
    for (int i = 0; i < N; ++i) free(blocks[i]);
    int *zero = calloc(50, sizeof *zero);
    for (int i = 0; i < 50; ++i) wrong += zero[i] != 0;
    free(zero);
    printf("%d wrong\n", wrong);
    return wrong;
}
