// The library's string functions at every alignment, against plain loops; a tokenizer; numbers in
// all bases.
#include "check.h"

static char area[96], other[96];

static int sign(int v) { return (v > 0) - (v < 0); }

static void fill(char *to, unsigned n, uint32_t seed) {
    for (unsigned i = 0; i < n; ++i) to[i] = (char)(1 + next_random(&seed) % 5);
}

static uint32_t of(const char *p, unsigned n) {
    uint32_t sum = 0;
    while (n--) sum = mix(sum, (unsigned char)*p++);
    return sum;
}

static void in_base(char *to, unsigned v, unsigned base) {
    char digits[33], *at = digits + sizeof digits;
    *--at = 0;
    do *--at = "0123456789abcdefghijklmnopqrstuvwxyz"[v % base];
    while (v /= base);
    strcpy(to, at);
}

static char *next_token(char **from, const char *between) {
    char *start = *from;
    while (*start && strchr(between, *start)) ++start;
    if (!*start) return 0;
    char *end = start;
    while (*end && !strchr(between, *end)) ++end;
    *from = *end ? end + 1 : end;
    *end = 0;
    return start;
}

int main(void) {
    for (unsigned a = 0; a < 5; ++a)
        for (unsigned n = 0; n < 40; n += 3) {
            fill(area, sizeof area, 1 + a);
            fill(other, sizeof other, 77 + n);
            memcpy(area + a, other + 3, n);
            memmove(area + 20 + a, area + 17, n);
            memmove(area + 9, area + 13 + a, n);
            memset(other + a, (int)(0x80 + n), n);
            printf("%08x %08x\n", of(area, sizeof area), of(other, sizeof other));
        }
    uint32_t sum = 0;
    for (uint32_t seed = 1; seed < 60; ++seed) {
        fill(area, 30, seed);
        fill(other, 30, seed / 2 + 1);
        area[seed % 20 + 1] = 0, other[seed % 13 + 1] = 0;
        const char *p = strchr(area, 3), *q = strrchr(area, 3), *r = memchr(other, 2, 9);
        sum =
            mix(sum, (uint32_t)(sign(strcmp(area, other)) * 9 + sign(strncmp(area, other, 3)) * 3 +
                                sign(memcmp(area, other, 5))));
        sum = mix(sum, (uint32_t)((p ? p - area : -1) + 100 * (q ? q - area : -1) +
                                  10000 * (r ? r - other : -1)));
        sum = mix(sum, (uint32_t)strlen(area) * 100 + (uint32_t)strlen(other + 1));
    }
    printf("%08x\n", sum);
    char text[] = "  the quick,brown fox;;jumps over , the lazy dog ", joined[64] = "",
         *rest = text;
    for (char *token; (token = next_token(&rest, " ,;"));) {
        strcat(joined, token);
        strcat(joined, "-");
    }
    printf("%s %u\n", joined, (unsigned)strlen(joined));
    for (unsigned base = 2; base <= 36; base += 5) {
        in_base(text, 0xDEADBEEF, base);
        printf("%u: %s\n", base, text);
    }
    strncpy(other, "short", 12);
    printf("%d %d %d %08x\n", atoi("  -1234x"), atoi("+99"), atoi("-2147483648"), of(other, 12));
    printf("[%5d] [%-5d] [%05d] [%x] [%X] [%c] [%*s] [%%] [%u]\n", -42, -42, -42, 0xBEEF, 0xBEEF,
           'z', 6, "abc", ~0u);
    return (int)strlen(joined);
}
