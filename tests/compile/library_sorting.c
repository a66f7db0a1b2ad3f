// needs: setjmp.h
//
// qsort, bsearch, strtol, strtod and character classes of the library.
#include "show.h"

#include <ctype.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int main(void) {
    int v[200];
    uint32_t state = 6;
    for (int i = 0; i < 200; ++i) v[i] = (int)(next_random(&state) % 1000);
    qsort(v, 200, sizeof *v, by_value);
    uint32_t sum = 0;
    for (int i = 0; i < 200; ++i) sum = mix(sum, (uint32_t)v[i]);
    show_hex("sum", sum);
    int found = 0;
    for (int k = 0; k < 1000; ++k) found += bsearch(&k, v, 200, sizeof *v, by_value) != 0;
    printf("%d found\n", found);
    const char *words[] = {"the", "quick", "brown", "fox", "jumps"};
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; ++i) printf("%s ", words[i]);
    char *end;
    printf("\n%d ", (int)strtol(" -123abc", &end, 10));
    printf("%s %d %d\n", end, (int)strtoul("ff", 0, 16), (int)strtol("0755", 0, 0));
    show_double("strtod", strtod("-12.5e-2x", &end));
    show_double("strtod", strtod("0.1", 0));
    show_double("strtod", strtod("1.7976931348623157e308", 0));
    int classes = 0;
    for (int c = 0; c < 128; ++c)
        classes = classes * 3 % 1000003 + !!isalpha(c) + 2 * !!isdigit(c) + 4 * !!isspace(c) +
                  8 * !!ispunct(c) + 16 * !!isupper(c) + tolower(c);
    printf("%d\n", classes);
    const div_t d = div(-17, 5);
    printf("%d %d\n", d.quot, d.rem);
    return 0;
}
