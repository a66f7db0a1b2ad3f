#include <stdint.h>
#include <string.h>

// Word by word where both sides allow it. The compiler must not turn these loops into calls of
// themselves: they are compiled with -fno-builtin.
typedef uint32_t __attribute__((may_alias)) word;

static int aligned(const void *p) { return ((uintptr_t)p & 3) == 0; }

static void *copy_up(void *to, const void *from, size_t n) {
    char *t = to;
    const char *f = from;
    if (aligned(t) && aligned(f))
        for (; n >= 4; n -= 4, t += 4, f += 4) *(word *)t = *(const word *)f;
    while (n--) *t++ = *f++;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    return copy_up(to, from, n);
}

void *memmove(void *to, const void *from, size_t n) {
    char *t = to;
    const char *f = from;
    if ((uintptr_t)t - (uintptr_t)f >= n) return copy_up(to, from, n); // overwrites nothing unread
    while (n--) t[n] = f[n];
    return to;
}

void *memset(void *to, int byte, size_t n) {
    char *t = to;
    const word w = (unsigned char)byte * 0x01010101u;
    for (; n && !aligned(t); --n) *t++ = (char)byte;
    for (; n >= 4; n -= 4, t += 4) *(word *)t = w;
    while (n--) *t++ = (char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (; n--; ++x, ++y)
        if (*x != *y) return *x - *y;
    return 0;
}

void *memchr(const void *in, int byte, size_t n) {
    const unsigned char *p = in;
    for (; n--; ++p)
        if (*p == (unsigned char)byte) return (void *)p;
    return NULL;
}

size_t strlen(const char *s) {
    const char *e = s;
    while (*e) ++e;
    return (size_t)(e - s);
}

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n) {
    for (; n; --n, ++a, ++b)
        if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

char *strcpy(char *restrict to, const char *restrict from) {
    memcpy(to, from, strlen(from) + 1);
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; ++i) to[i] = from[i];
    for (; i < n; ++i) to[i] = 0;
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strchr(const char *s, int c) {
    for (; *s != (char)c; ++s)
        if (!*s) return NULL;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    const char *last = NULL;
    do {
        if (*s == (char)c) last = s;
    } while (*s++);
    return (char *)last;
}
