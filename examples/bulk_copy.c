// run: --nodes 2
// flags: -O2
// A block of memory goes from node 0 to node 1, once in scalar messages of four words and an
// address, once in vector messages of 32 words and an address (CSD-94-823 3.3). Prints the cycles
// of each until node 1 has said that it has all of it: messages stay in order, so the last one says
// so.
#include <am.h>
#include <stdio.h>
#include <xnet.h>

enum { words = 4096, part = 32 };

static int block[words]; // node 0: the source; node 1: the copy
static volatile int done;

static XNET_HANDLER void put_words(int *to, int a, int b, int c, int d) {
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

// vlr is 32 on every node, as at the start.
static XNET_HANDLER void put_vector(int *to) { xnet_swv(1, to); }

static XNET_HANDLER void finished(void) { ++done; }
static XNET_LOW_HANDLER void is_that_all(void) { XNET_UNTIL_SENT(xnet_send0h(0, finished)); }

static void send_words(void) {
    for (int *at = block; at != block + words; at += 4)
        XNET_UNTIL_SENT(xnet_send5(1, put_words, (unsigned)at, (unsigned)at[0], (unsigned)at[1],
                                   (unsigned)at[2], (unsigned)at[3]));
}

static void send_vectors(void) {
    for (int *at = block; at != block + words; at += part) {
        xnet_lwv(4, at);
        XNET_UNTIL_SENT(xnet_send1v(1, put_vector, 4, (unsigned)at));
    }
}

// What the block must hold in each round.
static int value(int round, int i) { return round * 1000000 + i; }

static int wrong;

static void checked(int src, int count) {
    (void)src;
    wrong += count;
    ++done;
}

// Node 1's main: a handler does not compute for so long.
static volatile int complete;
static void check(int src) {
    (void)src;
    ++complete;
}

static void check_block(int round) {
    am_wait(&complete, 1);
    int count = 0;
    for (int i = 0; i < words; ++i) count += block[i] != value(round, i);
    am_request_1(0, checked, count);
}

int main(void) {
    if (am_procs() < 2) {
        puts("usage: bulk_copy, on at least 2 nodes");
        return 2;
    }
    if (am_my_proc() == 1)
        for (int round = 0; round < 2; ++round) check_block(round);
    if (am_my_proc() != 0) return 0;
    static void (*const ways[])(void) = {send_words, send_vectors};
    static const char *const names[] = {"scalar", "vector"};
    printf("%d words from node 0 to node 1\n", words);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < words; ++i) block[i] = value(round, i);
        const unsigned start = xnet_get_count();
        ways[round]();
        XNET_UNTIL_SENT(xnet_send0(1, is_that_all));
        am_wait(&done, 1);
        const unsigned cycles = xnet_get_count() - start;
        printf("%s messages: %u cycles, %u.%02u cycles for a word\n", names[round], cycles,
               cycles / words, cycles * 100 / words % 100);
        am_request_0(1, check);
        am_wait(&done, 1);
    }
    puts(wrong ? "words are wrong" : "all words are right");
    return wrong != 0;
}
