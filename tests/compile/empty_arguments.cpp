// Structures without members among variable arguments: what follows them arrives.
#include "show.h"

#include <stdarg.h>

struct Empty {};
struct Holds {
    Empty e;
    long long b;
};

static double after(int n, ...) {
    va_list list;
    va_start(list, n);
    const Empty e = va_arg(list, Empty);
    (void)e;
    const double d = va_arg(list, double);
    const int i = va_arg(list, int);
    const Holds h = va_arg(list, Holds);
    const int last = va_arg(list, int);
    va_end(list);
    printf("%g %d %lld %d\n", d, i, h.b, last);
    return d;
}

int main() {
    const Holds h = {{}, 0x123456789all};
    after(1, Empty(), 2.0, 7, h, 9);
    return 0;
}
