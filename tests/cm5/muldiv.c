// Products, quotients and remainders, which call functions on a V7: of numbers at the limits, and
// of any lengths. Prints a hash of them all.
#include <stdint.h>
#include <stdio.h>

static uint64_t hash = 0xcbf29ce484222325u;
static void add(uint32_t value) { hash = (hash ^ value) * 0x100000001b3u; }

static void both(volatile uint32_t x, volatile uint32_t y) {
    add(x * y);
    add((uint32_t)((uint64_t)x * y >> 32));
    add((uint32_t)((int64_t)(int32_t)x * (int32_t)y >> 32));
    if (y == 0) return;
    add(x / y);
    add(x % y);
    if (x == 0x80000000 && y == 0xffffffff) return;
    add((uint32_t)((int32_t)x / (int32_t)y));
    add((uint32_t)((int32_t)x % (int32_t)y));
}

static uint32_t seed = 1;
static uint32_t next(void) { return seed = seed * 1664525 + 1013904223; }

int main(void) {
    static const uint32_t borders[] = {
        0,          1,          2,          3,          7,          10,         255,
        256,        4095,       4096,       65535,      65536,      65537,      0x7ffffffe,
        0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 1000000007, 0xdeadbeef};
    enum { count = sizeof borders / sizeof *borders };
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j) both(borders[i], borders[j]);
    for (int i = 0; i < 20000; ++i) {
        const uint32_t x = next() >> (i & 31), y = next() >> (i / 32 & 31);
        both(x, y);
    }
    printf("%08x%08x\n", (unsigned)(hash >> 32), (unsigned)hash);
    return 0;
}
