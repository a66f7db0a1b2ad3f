// The duties of a node after its program has ended: node 1 calls exit, node 0 works on, all others
// return from main. Then node 0 asks each for fetch&adds, stores a block of bytes there and gets it
// back.
#include <am.h>
#include <fetch_add.h>
#include <stdio.h>
#include <stdlib.h>

enum { size = 200, rounds = 3 };
static volatile int counter = 100;
static unsigned char block[size], back[size];
static volatile int stored, fetched;

static void is_back(int source, void *base, int count, void *arg) {
    (void)source, (void)base, (void)count, (void)arg;
    ++fetched;
}
static void is_stored(int source, void *base, int count, void *arg) {
    (void)base, (void)count, (void)arg;
    if (source == 0) ++stored;
}

int main(void) {
    if (am_my_proc() == 1) exit(0);
    if (am_my_proc() != 0) return 0;
    int wrong = 0;
    for (int there = 1; there < am_procs(); ++there) {
        for (int round = 0; round < rounds; ++round)
            wrong += fetch_add(there, &counter, there) != 100 + round * there;
        for (int i = 0; i < size; ++i) block[i] = (unsigned char)(there * 7 + i), back[i] = 0;
        am_store(there, block, block, size, is_stored, 0);
        while (fetch_add(there, &stored, 0) == 0) {
        } // a store's handler runs when all bytes are in place
        am_get(there, block, back, size, is_back, 0);
        am_wait(&fetched, 1);
        for (int i = 0; i < size; ++i) wrong += back[i] != (unsigned char)(there * 7 + i);
    }
    printf(wrong ? "%d wrong\n" : "ok exit\n", wrong);
    return wrong != 0;
}
