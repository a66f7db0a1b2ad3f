// run: --nodes 1
// expect: ok strings
// <string.h> and <stdlib.h>: every alignment and length that the word loops distinguish.
#include "check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static unsigned char a[64], b[64], c[64];

static void fill(void) {
    for (int i = 0; i < 64; ++i)
        a[i] = (unsigned char)(i * 7 + 1), b[i] = c[i] = (unsigned char)(200 - i);
}

int main(void) {
    for (size_t to = 0; to < 5; ++to)
        for (size_t from = 0; from < 9; ++from)
            for (size_t n = 0; n < 20; ++n) {
                fill();
                CHECK(memcpy(b + to, a + from, n) == b + to);
                for (size_t i = 0; i < 64; ++i)
                    CHECK_EQUAL(b[i], i >= to && i < to + n ? a[i - to + from] : c[i]);
                fill();
                CHECK(memmove(b + to, b + from, n) == b + to);
                for (size_t i = 0; i < 64; ++i)
                    CHECK_EQUAL(b[i], i >= to && i < to + n ? c[i - to + from] : c[i]);
                fill();
                CHECK(memset(b + to, 0x1a5, n) == b + to);
                for (size_t i = 0; i < 64; ++i)
                    CHECK_EQUAL(b[i], i >= to && i < to + n ? 0xa5 : c[i]);
                fill();
                CHECK(memcmp(b + to, c + to, n) == 0);
                if (n) {
                    b[to + n - 1] ^= 0x80;
                    const int higher = b[to + n - 1] > c[to + n - 1];
                    CHECK_EQUAL(memcmp(b + to, c + to, n) > 0, higher);
                }
            }
    char s[32] = "abc";
    CHECK_EQUAL(strlen(s), 3);
    CHECK_EQUAL(strlen(""), 0);
    CHECK(strcmp(strcat(s, "def"), "abcdef") == 0);
    CHECK(strcmp("abc", "abd") < 0 && strcmp("abc", "ab") > 0 && strcmp("\xff", "a") > 0);
    CHECK(strncmp("abcx", "abcy", 3) == 0 && strncmp("abcx", "abcy", 4) < 0 &&
          strncmp("ab", "ab", 9) == 0);
    CHECK(strchr(s, 'c') == s + 2 && strchr(s, 'z') == NULL && strchr(s, 0) == s + 6);
    CHECK(strrchr("xaxb", 'x')[1] == 'b' && strrchr(s, 'z') == NULL);
    CHECK(strcmp(strcpy(s, "new"), "new") == 0);
    CHECK(strncpy(s, "xy", 8) == s && s[7] == 0 && strcmp(s, "xy") == 0);
    CHECK(memchr("abc", 'b', 3) != NULL && memchr("abc", 'c', 2) == NULL);
    CHECK_EQUAL(atoi("  -17x"), -17);
    CHECK_EQUAL(atoi("+2147483647"), 2147483647);
    CHECK_EQUAL(atoi("-2147483648"), -2147483647 - 1);
    CHECK_EQUAL(abs(-5) + abs(5), 10);
    volatile long long big = 123456789012345; // compiler-rt
    CHECK_EQUAL(big / 1000003 % 1000, 418);
    assert(big > 0);
    return finish("strings");
}
