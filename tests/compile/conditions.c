// Conditions: short circuits with effects, selections, comma, nested ternaries, comparisons chained
// and inverted.
#include "show.h"

static int calls;
static int say(int n, int value) {
    calls = calls * 3 + n;
    return value;
}
static int sign(int v) { return (v > 0) - (v < 0); }
static unsigned clamp(int v, int low, int high) {
    return (unsigned)(v < low ? low : v > high ? high : v);
}
static int median(int a, int b, int c) {
    return a < b ? b < c ? b : a < c ? c : a : a < c ? a : b < c ? c : b;
}
static int leap(int y) { return (y % 4 == 0 && y % 100) || y % 400 == 0; }
static int inside(unsigned v, unsigned low, unsigned high) { return v - low <= high - low; }

int main(void) {
    for (int i = 0; i < 16; ++i) {
        calls = 0;
        const int a = i & 1, b = i >> 1 & 1, c = i >> 2 & 1, d = i >> 3;
        const int r = (say(1, a) && say(2, b)) || (say(3, c) && !say(4, d));
        const int s = say(5, a) ? say(6, b) ? 1 : 2 : (say(7, c), say(8, d)) ? 3 : 4;
        printf("%d%d:%d ", r, s, calls);
    }
    printf("\n");
    static const int values[] = {-2147483647 - 1, -100, -1, 0, 1, 7, 100, 2147483647};
    for (int i = 0; i < 8; ++i) {
        const int v = OPAQUE(int, values[i]);
        printf("%d %u %d %d %d | ", sign(v), clamp(v, -5, 50), median(v, 3, -3),
               inside((unsigned)v, 0xFFFFFF00u, 5), !!v == !(!v));
    }
    printf("\n%d %d %d %d\n", leap(1900), leap(2000), leap(2024), leap(2023));
    int x = 5, y;
    y = (x += 2, x * 3);
    if ((x = say(9, 0))) y = -1;
    while (x++ < 3 && y-- > 0) {
    }
    printf("%d %d\n", x, y);
    const int *volatile null = 0;
    printf("%d\n", null && *null);
    return 0;
}
