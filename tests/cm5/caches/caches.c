// The cost of the node's cache, in cycles beside those of a machine without one: a block that is
// not in the cache, the same block again, stores, and the network interface, which is not cached.
#include <am.h>
#include <cm5_ni.h>
#include <stdint.h>
#include <stdio.h>

enum { words = 4096, line = 32 };
static uint32_t block[words] __attribute__((aligned(32)));

static __attribute__((noinline)) unsigned load_all(void) {
    const unsigned from = am_cycles();
    for (int i = 0; i < words; i += line / 4) (void)*(volatile uint32_t *)&block[i];
    return am_cycles() - from;
}
static __attribute__((noinline)) unsigned store_all(void) {
    const unsigned from = am_cycles();
    for (int i = 0; i < words; i += line / 4) *(volatile uint32_t *)&block[i] = 1;
    return am_cycles() - from;
}
static __attribute__((noinline)) unsigned ask_all(void) {
    const unsigned from = am_cycles();
    for (int i = 0; i < words; i += line / 4)
        (void)*(volatile uint32_t *)(NI_BASE + NI_LDR_STATUS_O);
    return am_cycles() - from;
}

enum { other_words = 16384 }; // as large as the cache: it replaces all of the first block
static uint32_t other[other_words] __attribute__((aligned(32)));
static void load_other(void) {
    for (int i = 0; i < other_words; i += line / 4) (void)*(volatile uint32_t *)&other[i];
}
static void store_other(void) {
    for (int i = 0; i < other_words; i += line / 4) *(volatile uint32_t *)&other[i] = 1;
}

int main(void) {
    enum { lines = words * 4 / line };
    load_all();
    load_other();
    const unsigned stored = store_all();
    load_other();
    const unsigned missed = load_all(), hit = load_all(), asked = ask_all(), again = load_all();
    store_other();
    const unsigned replaced = load_all();
    // The loop's few lines of code, which the blocks evict, add a part of a cycle for each line.
    printf("store %u miss %u hit %u ask %u replace %u\n", stored / lines, missed / lines,
           hit / lines, asked / lines, replaced / lines);
    printf("the network interface is not in the cache: %s\n", hit == again ? "yes" : "no");
    return 0;
}
