// long double, which has 64 bits on T1 and more on other computers: values that fit either.
#include "show.h"

#include <stdarg.h>

static long double polynomial(long double x) { return ((x * 3 - 2) * x + 5) * x - 7; }

static long double total(int n, ...) {
    va_list list;
    va_start(list, n);
    long double sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += va_arg(list, long double);
        sum += va_arg(list, int);
    }
    va_end(list);
    return sum;
}

struct mixed {
    char tag;
    long double value;
    int after;
};
static struct mixed twice(struct mixed m) {
    m.value *= 2;
    m.after += m.tag;
    return m;
}

int main(void) {
    for (int i = -4; i <= 4; ++i)
        show_double("polynomial", (double)polynomial(OPAQUE(int, i) * 0.25L));
    show_double("total", (double)total(3, 1.5L, 2, 4.25L, 8, -16.0L, 32));
    const struct mixed m = twice((struct mixed){7, 123456789.5L, 1});
    show_double("value", (double)m.value);
    show_int("after", m.after);
    long double a[4] = {1, 2, 4, 8}, s = 0;
    for (int i = 0; i < 4; ++i) s = s * 2 + a[OPAQUE(int, i)];
    printf("%d %d\n", (int)s, s > 31.0L);
    show64("integer", (uint64_t)(int64_t)(s * 1048576));
    return 0;
}
