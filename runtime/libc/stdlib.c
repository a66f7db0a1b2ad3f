#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void abort(void) { exit(134); }

_Noreturn void __assert_failed(const char *file, int line, const char *condition) {
    printf("%s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}

int atoi(const char *text) {
    while (*text == ' ' || (*text >= '\t' && *text <= '\r')) ++text;
    const int negative = *text == '-';
    if (*text == '-' || *text == '+') ++text;
    unsigned value = 0;
    while (*text >= '0' && *text <= '9') value = value * 10 + (unsigned)(*text++ - '0');
    return (int)(negative ? -value : value);
}

int abs(int value) { return value < 0 ? -value : value; }
