// Unaligned words: packed structures, and LWL, LWR, SWL, SWR by hand at every offset.
#include "check.h"

struct record {
    char tag;
    uint32_t word;
    uint16_t half;
    uint64_t wide;
    char end;
} __attribute__((packed));

__attribute__((noinline)) static void advance(struct record *r) {
    r->word = r->word * 1664525 + 1013904223;
    r->half = (uint16_t)(r->half + r->tag);
    r->wide = r->wide * 3 + r->word;
    r->end = (char)(r->end + 1);
}

__attribute__((noinline)) static uint32_t left(const void *p, uint32_t old) {
    __asm__ volatile(".set push\n\t.set noreorder\n\tlwl %0, 0(%1)\n\tnop\n\t.set pop"
                     : "+r"(old)
                     : "r"(p));
    return old;
}
__attribute__((noinline)) static uint32_t right(const void *p, uint32_t old) {
    __asm__ volatile(".set push\n\t.set noreorder\n\tlwr %0, 0(%1)\n\tnop\n\t.set pop"
                     : "+r"(old)
                     : "r"(p));
    return old;
}
__attribute__((noinline)) static void put_left(void *p, uint32_t v) {
    __asm__ volatile("swl %0, 0(%1)" : : "r"(v), "r"(p) : "memory");
}
__attribute__((noinline)) static void put_right(void *p, uint32_t v) {
    __asm__ volatile("swr %0, 0(%1)" : : "r"(v), "r"(p) : "memory");
}
static uint32_t whole(const void *p) {
    uint32_t v;
    __asm__ volatile("lwl %0, 0(%1)\n\tlwr %0, 3(%1)" : "=&r"(v) : "r"(p));
    return v;
}
static void put_whole(void *p, uint32_t v) {
    __asm__ volatile("swl %0, 0(%1)\n\tswr %0, 3(%1)" : : "r"(v), "r"(p) : "memory");
}

static unsigned char bytes[24] __attribute__((aligned(8)));
static void reset(void) {
    for (unsigned i = 0; i < sizeof bytes; ++i) bytes[i] = (unsigned char)(0x11 * (i % 15 + 1));
}
static void show(void) {
    for (unsigned i = 0; i < 12; ++i) printf("%02x", bytes[i]);
    printf("\n");
}

int main(void) {
    static struct record records[7];
    for (int i = 0; i < 7; ++i) {
        records[i].tag = (char)('a' + i);
        records[i].wide = 0xFEDCBA9876543210 + (unsigned)i;
    }
    for (int turn = 0; turn < 30; ++turn) advance(&records[turn % 7]);
    for (int i = 0; i < 7; ++i) {
        const struct record r = records[i];
        printf("%c %08x %04x %d", r.tag, r.word, r.half, r.end);
        print64(" ", r.wide);
        printf("\n");
    }
    reset();
    for (int i = 0; i < 8; ++i)
        printf("%08x %08x %08x\n", left(bytes + i, 0xA1B2C3D4), right(bytes + i, 0xA1B2C3D4),
               whole(bytes + i));
    for (int i = 0; i < 6; ++i) {
        reset(), put_left(bytes + i, 0xA1B2C3D4), show();
        reset(), put_right(bytes + i, 0xA1B2C3D4), show();
        reset(), put_whole(bytes + i, 0xA1B2C3D4), show();
    }
    return bytes[5];
}
