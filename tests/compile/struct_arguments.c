// Structures by value among other arguments, nested, with members of every alignment, and changed
// by the callee.
#include "show.h"

struct point {
    int16_t x, y;
};
struct box {
    struct point low, high;
    char name[6];
};
struct wide {
    int32_t a;
    uint64_t b;
    char c;
};
struct real {
    double d;
    float f;
};

__attribute__((noinline)) static int area(struct box b) {
    b.high.x = (int16_t)(b.high.x - b.low.x);
    b.high.y = (int16_t)(b.high.y - b.low.y);
    b.name[0] = '?';
    return b.high.x * b.high.y;
}
__attribute__((noinline)) static uint64_t across(char c, struct wide w, int i, struct point p,
                                                 uint64_t u) {
    return w.b * 3 + (uint64_t)w.a + (uint64_t)c + (uint64_t)w.c + (uint64_t)i +
           (uint64_t)p.x * 1000 + (uint64_t)p.y + (u << 40);
}
__attribute__((noinline)) static double reals(struct real r, double d, struct real s) {
    return r.d * s.f + r.f * s.d + d;
}
__attribute__((noinline)) static struct box grow(struct box b, struct point by) {
    b.low.x = (int16_t)(b.low.x - by.x), b.low.y = (int16_t)(b.low.y - by.y);
    b.high.x = (int16_t)(b.high.x + by.x), b.high.y = (int16_t)(b.high.y + by.y);
    return b;
}

int main(void) {
    struct box b = {{1, 2}, {11, 22}, "first"};
    printf("%d %s\n", area(b), b.name);
    for (int i = 0; i < 5; ++i) {
        b = grow(b, (struct point){(int16_t)i, (int16_t)(i * 2)});
        printf("%d..%d %d..%d %d %s\n", b.low.x, b.high.x, b.low.y, b.high.y, area(b), b.name);
    }
    show64("across", across('z', (struct wide){-5, 0x123456789A, 3}, 77, (struct point){-3, 4}, 9));
    show_double("reals", reals((struct real){1.5, 2.25f}, 0.125, (struct real){-8, 4}));
    struct wide ws[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    ws[0] = ws[2];
    const struct wide *p = &ws[OPAQUE(int, 0)];
    show64("copied", p->b + (uint64_t)p->a + (uint64_t)p->c);
    return 0;
}
