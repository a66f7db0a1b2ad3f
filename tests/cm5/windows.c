// Calls deeper than there are register windows, and jumps out of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

static jmp_buf back;

static int depth(int n, int a, double b) {
    const int c = a * 3 + n;
    const double d = b + 0.5;
    const int below = n == 0 ? 0 : depth(n - 1, c & 0xFFFF, d);
    return below + (c & 7) + (int)(d - b) + (n & 1); // c, d and n have their values again
}

static void fall(int n) {
    if (n == 0) longjmp(back, 42);
    fall(n - 1);
    printf("not reached: %d\n", n);
}

static long long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long long total = 0;
    for (int i = 0; i < count; ++i)
        total += i & 1 ? (long long)va_arg(list, double) : va_arg(list, long long);
    va_end(list);
    return total;
}

int main(void) {
    for (int n = 0; n <= 40; n += 5) printf("%d: %d\n", n, depth(n, n, 1.25));
    printf("%d\n", depth(2000, 1, 0));
    for (int n = 0; n < 20; n += 3) {
        volatile int kept = n;
        const int value = setjmp(back);
        if (value == 0) fall(n);
        printf("back from %d with %d\n", kept, value);
    }
    printf("%lld\n", sum(9, 1LL << 40, 2.5, -3LL, 4.0, 5LL, 6.0, 7LL, 8.0, 9LL));
    return depth(9, 9, 9) & 63;
}
