// Functions that gdb calls: parameters of all kinds, results in registers and in memory.
#include <stdio.h>

struct pair {
    int a, b;
};
struct mixed {
    double d;
    int x;
};

volatile int v = 3;
struct pair pair = {4, 5};
struct mixed mixed = {6, 7};

__attribute__((noinline)) int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__attribute__((noinline)) int sum(int a, int b, int c) { return a + b + c; }
__attribute__((noinline)) int digits(int a, int e, long long l, short s, char c) {
    return a + (int)l * 10 + s * 100 + c * 1000 + e * 10000;
}
__attribute__((noinline)) int take(int x, struct pair p, struct mixed m) {
    return x + 10 * p.a + 100 * p.b + 1000 * (int)m.d + 10000 * m.x;
}
__attribute__((noinline)) struct mixed give(int x) { return (struct mixed){x * 2.5, x}; }
__attribute__((noinline)) double scale(double d, int n, float f) { return d * n + (double)f; }
__attribute__((noinline)) int length(const char *s) {
    int n = 0;
    while (s[n]) ++n;
    return n;
}

int main(void) {
    printf("%d %d %d\n", fact(v), sum(v, 1, 1), digits(1, v, 2, 3, 4));
    printf("%d %d %g %d\n", take(1, pair, mixed), give(v).x, scale(1, 2, 3), length("abc"));
    return 0;
}
