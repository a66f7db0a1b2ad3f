// Variable arguments that registers do not hold, between others: complex numbers, vectors,
// structures with alignment, in registers and on the stack.
#include "show.h"

#include <complex.h>
#include <stdarg.h>

typedef int32_t v2 __attribute__((vector_size(8)));
typedef int32_t v4 __attribute__((vector_size(16)));
typedef int32_t v8 __attribute__((vector_size(32)));
struct aligned {
    double d;
    int i;
};
struct holder {
    struct aligned a[2];
};
union either {
    int64_t l;
    char text[12];
};

static void take(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    printf("%s:", kinds);
    for (; *kinds; ++kinds) switch (*kinds) {
        case 'i': printf(" %d", va_arg(list, int)); break;
        case 'l': printf(" %lld", va_arg(list, long long)); break;
        case 'd': printf(" %g", va_arg(list, double)); break;
        case 'L': printf(" %g", (double)va_arg(list, long double)); break;
        case 'z': {
            const double _Complex z = va_arg(list, double _Complex);
            printf(" (%g %g)", creal(z), cimag(z));
            break;
        }
        case 'f': {
            const float _Complex z = va_arg(list, float _Complex);
            printf(" (%g %g)", (double)crealf(z), (double)cimagf(z));
            break;
        }
        case 'Z': {
            const long double _Complex z = va_arg(list, long double _Complex);
            printf(" (%g %g)", (double)__real__ z, (double)__imag__ z);
            break;
        }
        case 'c': {
            const int _Complex z = va_arg(list, int _Complex);
            printf(" (%d %d)", __real__ z, __imag__ z);
            break;
        }
        case 'a': {
            const struct aligned a = va_arg(list, struct aligned);
            printf(" {%g %d}", a.d, a.i);
            break;
        }
        case 'h': {
            const struct holder h = va_arg(list, struct holder);
            printf(" {%g %d %g %d}", h.a[0].d, h.a[0].i, h.a[1].d, h.a[1].i);
            break;
        }
        case 'u': {
            const union either u = va_arg(list, union either);
            printf(" {%s}", u.text);
            break;
        }
        case '2': {
            const v2 v = va_arg(list, v2);
            printf(" <%d %d>", (int)v[0], (int)v[1]);
            break;
        }
        case '4': {
            const v4 v = va_arg(list, v4);
            printf(" <%d %d %d %d>", (int)v[0], (int)v[1], (int)v[2], (int)v[3]);
            break;
        }
        case '8': {
            const v8 v = va_arg(list, v8);
            printf(" <%d %d %d %d>", (int)v[0], (int)v[1], (int)v[6], (int)v[7]);
            break;
        }
        }
    printf("\n");
    va_end(list);
}

int main(void) {
    const double _Complex z = OPAQUE(int, 2) + 3 * I;
    const float _Complex f = OPAQUE(int, 5) + 6 * I;
    const long double _Complex w = OPAQUE(int, 7) + 8 * I;
    int _Complex c;
    __real__ c = 9, __imag__ c = -9;
    const struct aligned a = {1.5, 4};
    const struct holder h = {{{2.5, 5}, {3.5, 6}}};
    const union either u = {.text = "elevenchars"};
    const v2 p = {1, 2};
    const v4 q = {3, 4, 5, 6};
    const v8 r = {7, 8, 9, 10, 11, 12, 13, 14};
    take("zifd", z, 1, f, 2.5);
    take("izdlfi", 1, z, 2.5, 3ll, f, 4);
    take("ZiLcz", w, 1, (long double)2.5, c, z);
    take("iiiiiiiiizfzi", 1, 2, 3, 4, 5, 6, 7, 8, 9, z, f, z, 10);
    take("ddddddddddzdfd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., z, 11., f, 12.);
    take("iaiahuil", 1, a, 2, a, h, u, 3, 4ll);
    take("iiiiiiiaihiuil", 1, 2, 3, 4, 5, 6, 7, a, 8, h, 9, u, 10, 11ll);
    take("i2i4i8i", 1, p, 2, q, 3, r, 4);
    take("4di8i2l", q, 1.5, 2, r, 3, p, 4ll);
    take("iiiiiiii4i8i2l", 1, 2, 3, 4, 5, 6, 7, 8, q, 9, r, 10, p, 11ll);
    return 0;
}
