// Replies with vectors that wait for their channel, beside replies without one, more than there is
// room for, at the nodes of reply_lists.c: each comes once, with its words.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

enum { words = 32 };
static volatile int answered, wrong, fetched;

static void answer(int source, int n, int b, int c, int d) {
    (void)source;
    wrong += b != n + 1 || c != n + 2 || d != n + 3;
    ++answered;
}
static void got(const uint32_t *block, int count) {
    wrong += count != 1 + (int)block[0] % words;
    for (int i = 1; i < count; ++i) wrong += block[i] != block[0] * 5 + (uint32_t)i;
    ++answered;
}
static void ask(int source, int n) {
    if (n % 3 == 0) {
        am_reply_4(source, answer, n, n + 1, n + 2, n + 3);
        return;
    }
    uint32_t block[words];
    for (uint32_t i = 0; i < words; ++i) block[i] = (uint32_t)n * 5 + i;
    block[0] = (uint32_t)n;
    am_block_reply(source, got, block, 1 + n % words);
}

static uint32_t there[1000], here[1000];
static void all_here(int source, void *to, unsigned bytes, unsigned unused) {
    (void)source, (void)to, (void)unused;
    fetched += bytes == sizeof here;
}

int main(int argc, char **argv) {
    const int me = am_my_proc(), requests = argc > 1 ? atoi(argv[1]) : 1000;
    for (uint32_t i = 0; i < 1000; ++i) there[i] = i << 8 | (uint32_t)me;
    if (me == 0 || me == 2) return 0;
    const int to = me & 2 ? 0 : 2;
    if (me & 1 && me > 3) return 0;
    for (int i = 0; i < requests; ++i) am_request_1(to, ask, i);
    while (answered != requests) am_poll();
    am_bulk_get(to, here, there, sizeof here, AM_BULK_ENTRY(all_here), 0);
    while (!fetched) am_poll();
    for (uint32_t i = 0; i < 1000; ++i) wrong += here[i] != (i << 8 | (uint32_t)to);
    printf("%d replies, %d wrong\n", answered, wrong);
}
