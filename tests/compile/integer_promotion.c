// Promotions and conversions: characters, short integers, signs, comparisons of mixed types.
#include "show.h"

static int8_t c8(int v) { return (int8_t)v; }
static uint8_t u8(int v) { return (uint8_t)v; }
static int16_t c16(int v) { return (int16_t)v; }
static uint16_t u16(int v) { return (uint16_t)v; }

int main(void) {
    for (int v = -70000; v <= 70000; v += 12347) {
        const int w = OPAQUE(int, v);
        printf("%d: %d %d %d %d\n", w, c8(w), u8(w), c16(w), u16(w));
    }
    const signed char a = OPAQUE(signed char, -1);
    const unsigned char b = OPAQUE(unsigned char, 255);
    const unsigned short c = OPAQUE(unsigned short, 65535);
    const short d = OPAQUE(short, -1);
    const unsigned e = OPAQUE(unsigned, 0xFFFFFFFFu);
    printf("%d %d %d %d\n", a == b, (unsigned char)a == b, c == d, (unsigned short)d == c);
    printf("%d %d %d\n", (unsigned)d == e, d<0, e> 0u);
    printf("%d %d\n", b << 4, (unsigned char)(b << 4));
    printf("%d %d\n", ~b, (unsigned char)~b);
    printf("%d %d\n", c * 2, (unsigned short)(c * 2));
    printf("%d %d\n", (a >> 1), ((unsigned char)a >> 1));
    unsigned char x = 250;
    for (int i = 0; i < 10; ++i) printf("%d ", x++);
    signed char y = 120;
    for (int i = 0; i < 10; ++i) printf("%d ", y = (signed char)(y + 1));
    printf("\n");
    _Bool t = OPAQUE(int, 256);
    printf("%d %d\n", t, (_Bool)0.5);
    short s = 0x7FFF;
    s = (short)(s + OPAQUE(int, 1));
    printf("%d\n", s);
    int64_t big = OPAQUE(int, -5);
    show64("big", (uint64_t)big);
    show64("zero extended", (uint64_t)(uint32_t)OPAQUE(int, -5));
    return 0;
}
