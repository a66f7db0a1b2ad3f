// Functions with any number of arguments: words, 64-bit values at odd and even places, structures,
// copies of the list.
#include "check.h"

#include <stdarg.h>

struct pair {
    int a;
    char b;
};
struct five {
    int v[5];
};

static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0;
    while (n-- > 0) s = s * 3 + va_arg(list, int);
    va_end(list);
    return s;
}

static void show(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    for (int turn = 0; turn < 2; ++turn) {
        for (const char *k = kinds; *k; ++k) {
            va_list *l = turn ? &again : &list;
            switch (*k) {
            case 'i': printf(" %d", va_arg(*l, int)); break;
            case 'u': printf(" %u", va_arg(*l, unsigned)); break;
            case 'l': print64(" ", (uint64_t)va_arg(*l, long long)); break;
            case 's': printf(" %s", va_arg(*l, const char *)); break;
            case 'p': {
                const struct pair p = va_arg(*l, struct pair);
                printf(" {%d %c}", p.a, p.b);
                break;
            }
            case 'f': {
                const struct five f = va_arg(*l, struct five);
                printf(" [%d %d %d %d %d]", f.v[0], f.v[1], f.v[2], f.v[3], f.v[4]);
                break;
            }
            case 'd': {
                union {
                    double d;
                    uint64_t u;
                } both = {va_arg(*l, double)};
                print64(" ", both.u);
                break;
            }
            }
        }
        printf(turn ? "\n" : " |");
    }
    va_end(list);
    va_end(again);
}

static int format(char *to, size_t size, const char *f, ...) {
    va_list list;
    va_start(list, f);
    const int n = vsnprintf(to, size, f, list);
    va_end(list);
    return n;
}

int main(void) {
    printf("%d %d %d\n", sum(0), sum(3, 1, 2, 3), sum(9, 1, -2, 3, -4, 5, -6, 7, -8, 9));
    const struct pair p = {-7, 'q'};
    const struct five f = {{1, 2, 3, 4, 5}};
    show("i", 1);
    show("li", 0x123456789ABCDEFll, 2);
    show("il", 3, -1ll);
    show("iilil", 4, 5, 6ll, 7, -8ll);
    show("sps", "before", p, "after");
    show("pfip", p, f, 9, p);
    show("dudi", 0.1, 10u, -2.5e300, 11);
    show("ildlipfl", 1, 2ll, 3.0, 4ll, 5, p, f, 6ll);
    char text[32];
    int n = format(text, sizeof text, "%d/%s/%05x/%-4d|", -42, "forty-two", 0xABC, 7);
    printf("%s %d\n", text, n);
    n = format(text, 8, "%s", "cut after seven letters");
    printf("%s %d\n", text, n);
    return n;
}
