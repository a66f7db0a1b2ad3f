// Variable arguments of every kind in every position: words, 64-bit values that must be aligned,
// doubles, structures.
#include "show.h"

#include <stdarg.h>

struct three {
    int32_t v[3];
};
struct odd {
    char text[5];
};

static void take(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    printf("%s:", kinds);
    for (; *kinds; ++kinds) switch (*kinds) {
        case 'i': printf(" %d", va_arg(list, int)); break;
        case 'l': {
            const uint64_t v = va_arg(list, uint64_t);
            printf(" %08x%08x", (unsigned)(v >> 32), (unsigned)v);
            break;
        }
        case 'd': {
            const double v = va_arg(list, double);
            printf(" %d/8", (int)(v * 8));
            break;
        }
        case 's': printf(" %s", va_arg(list, char *)); break;
        case 't': {
            const struct three t = va_arg(list, struct three);
            printf(" {%d %d %d}", (int)t.v[0], (int)t.v[1], (int)t.v[2]);
            break;
        }
        case 'o': {
            const struct odd o = va_arg(list, struct odd);
            printf(" {%s}", o.text);
            break;
        }
        }
    printf("\n");
    va_end(list);
}

static int forward(int (*f)(int, va_list), int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    const int a = f(n, list), b = f(n - 1, copy);
    va_end(copy);
    va_end(list);
    return a * 1000 + b;
}
static int sum(int n, va_list list) {
    int s = 0;
    while (n--) s += va_arg(list, int);
    return s;
}

int main(void) {
    const struct three t = {{10, 20, 30}};
    const struct odd o = {"four"};
    take("");
    take("i", 1);
    take("il", 1, 0x1122334455667788ull);
    take("lil", 1ull, 2, 3ull);
    take("iil", 1, 2, 0x99ull);
    take("iiil", 1, 2, 3, 0x99ull);
    take("idid", 1, 2.5, 3, -4.125);
    take("dd", 1.0, 2.0);
    take("titoi", t, 1, t, o, 2);
    take("oil", o, 5, 6ull);
    take("ssiis", "a", "bc", 1, 2, "def");
    take("iiiiiiiiiiil", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12ull);
    printf("%d\n", forward(sum, 5, 1, 2, 4, 8, 16));
    return 0;
}
