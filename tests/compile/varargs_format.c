// The program's own formatter with widths, bases, 64-bit numbers and fixed-point doubles, driven by
// variable arguments.
#include "show.h"

#include <stdarg.h>

static char *digits(char *end, uint64_t v, unsigned base) {
    *--end = 0;
    do *--end = "0123456789abcdef"[v % base];
    while (v /= base);
    return end;
}

static int format(char *to, const char *f, ...) {
    va_list list;
    va_start(list, f);
    char *start = to, buffer[72];
    for (; *f; ++f) {
        if (*f != '%') {
            *to++ = *f;
            continue;
        }
        int width = 0, wide = 0;
        char fill = *++f == '0' ? '0' : ' ';
        for (; *f >= '0' && *f <= '9'; ++f) width = width * 10 + *f - '0';
        for (; *f == 'l'; ++f) wide = 1;
        const char *text = buffer;
        switch (*f) {
        case 'd': {
            const int64_t v = wide ? va_arg(list, int64_t) : va_arg(list, int);
            char *d = digits(buffer + 72, v < 0 ? -(uint64_t)v : (uint64_t)v, 10);
            if (v < 0) *--d = '-';
            text = d;
            break;
        }
        case 'x':
            text = digits(buffer + 72, wide ? va_arg(list, uint64_t) : va_arg(list, unsigned), 16);
            break;
        case 'b': text = digits(buffer + 72, va_arg(list, unsigned), 2); break;
        case 'f': {
            double v = va_arg(list, double);
            const int minus = v < 0;
            if (minus) v = -v;
            const uint64_t scaled = (uint64_t)(v * 1000 + 0.5);
            char *d = digits(buffer + 72, scaled % 1000 + 1000, 10);
            *d = '.';
            char part[32];
            const char *whole = digits(part + 32, scaled / 1000, 10);
            const size_t n = strlen(whole);
            memcpy(d -= n, whole, n);
            if (minus) *--d = '-';
            text = d;
            break;
        }
        case 's': text = va_arg(list, const char *); break;
        case 'c': buffer[0] = (char)va_arg(list, int), buffer[1] = 0; break;
        default: buffer[0] = *f, buffer[1] = 0;
        }
        for (int n = width - (int)strlen(text); n > 0; --n) *to++ = fill;
        while (*text) *to++ = *text++;
    }
    *to = 0;
    va_end(list);
    return (int)(to - start);
}

int main(void) {
    char line[200];
    printf("%d\n", format(line, "%d %5d|%05d|%x", -17, 42, 42, 0xBEEFu));
    puts(line);
    printf("%d\n", format(line, "%ld %lx %d %ld", INT64_MIN, 0x123456789ABCDEFull, 1, (int64_t)-1));
    puts(line);
    printf("%d\n", format(line, "%f %f %f %10f", 3.14159, -2.5, 0.0004, 1e6));
    puts(line);
    printf("%d\n", format(line, "%s-%c-%b-%%", "text", 'x', 37u));
    puts(line);
    return 0;
}
