// run: --nodes 4
// expect: ok heap
// malloc and free in main and in handlers of both levels at the same time: no block is
// allocated twice, and freed memory is reused. When memory is exhausted a program can get a
// null pointer.
#include "check.h"

#include "../../runtime/lib/libc/src/heap.h"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static volatile int exhausted;
void xnet_heap_exhausted(size_t bytes) { exhausted = (int)bytes; }

enum { rounds = 60, kept = 8 };
static unsigned state[3] = {1, 2, 3};
static unsigned char *mine[3][kept];
static int sizes[3][kept];

// One step at a level: its blocks are unchanged; it frees one and allocates another.
static void step(int level) {
    const int i = random_below(&state[level], kept);
    unsigned char *old = mine[level][i];
    for (int k = 0; old && k < sizes[level][i]; ++k)
        if (old[k] != (unsigned char)(16 * level + i)) CHECK_EQUAL(old[k], 16 * level + i);
    free(old);
    sizes[level][i] = 1 + random_below(&state[level], 300);
    mine[level][i] = malloc((size_t)sizes[level][i]);
    memset(mine[level][i], 16 * level + i, (size_t)sizes[level][i]);
}

static volatile int replies;
static void reply(int src) {
    (void)src;
    step(2);
    ++replies;
}
static void request(int src) {
    step(1);
    am_reply_0(src, reply);
}

int main(void) {
    const int me = am_my_proc();
    for (int i = 0; i < 3; ++i) state[i] += (unsigned)(7 * me);
    for (int i = 0; i < rounds; ++i) {
        am_request_0((me + 1 + i % (am_procs() - 1)) % am_procs(), request);
        for (int n = 0; n < 3; ++n) step(0);
    }
    while (replies < rounds) am_poll();
    barrier();

    const size_t before = xnet_heap_bytes();
    void *volatile too_much = malloc(0x40000000);
    CHECK(too_much == NULL && exhausted == 0x40000000);
    too_much = calloc(0x10000, 0x10000); // more than 32 bits
    CHECK(too_much == NULL);
    CHECK_EQUAL(xnet_heap_bytes(), before);
    CHECK(before <= xnet_heap_limit());

    char *grown = realloc(NULL, 10);
    strcpy(grown, "realloc");
    grown = realloc(grown, 20000);
    CHECK(strcmp(grown, "realloc") == 0);
    free(grown);
    const char *aligned = memalign(256, 10);
    CHECK_EQUAL((unsigned)aligned & 255, 0);
    free((void *)aligned);
    return finish("heap");
}
