// Vectors of the compiler's extension, for which the target has no registers: arithmetic,
// comparison, shuffles, arguments.
#include "show.h"

typedef int32_t v4 __attribute__((vector_size(16)));
typedef int16_t v8 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

__attribute__((noinline)) static v4 combine(v4 a, v4 b, int by) { return (a + b) * by - (a ^ b); }
__attribute__((noinline)) static f4 real(f4 a, f4 b) { return a * b + a / b; }

int main(void) {
    v4 a = {1, -2, 3, OPAQUE(int, 4)}, b = {10, 20, -30, 40};
    const v4 c = combine(a, b, 3), d = a < b, e = (a << 2) | (b >> 1);
    for (int i = 0; i < 4; ++i) printf("%d %d %d | ", (int)c[i], (int)d[i], (int)e[i]);
    printf("\n");
    v8 s = {1, 2, 3, 4, 5, 6, 7, OPAQUE(short, 32767)};
    s += s;
    for (int i = 0; i < 8; ++i) printf("%d ", s[i]);
    printf("\n");
    const f4 f = real((f4){1, 2, 3, 4}, (f4){0.5f, 0.25f, OPAQUE(float, 8), -1});
    for (int i = 0; i < 4; ++i) show_float("f", f[i]);
    a[OPAQUE(int, 2)] = 99;
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum = sum * 10 + (int)(a[i] & b[3 - i]);
    printf("%d\n", sum);
    return 0;
}
