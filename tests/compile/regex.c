// Regular expressions by backtracking: characters, dots, classes, anchors, repetition, groups and
// alternatives.
#include "show.h"

static int here(const char *p, const char *e, const char *t, const char **end);
static const char *item_end(const char *p, const char *e) {
    if (*p == '\\') return p + 2;
    if (*p == '[') {
        ++p;
        while (p < e && *p != ']') ++p;
        return p + 1;
    }
    return p + 1;
}
static int matches(const char *p, char c) {
    if (!c) return 0;
    if (*p == '.') return 1;
    if (*p == '\\') return p[1] == 'd' ? c >= '0' && c <= '9' : p[1] == c;
    if (*p != '[') return *p == c;
    const int inverted = *++p == '^';
    int found = 0;
    for (p += inverted; *p != ']'; ++p) {
        if (p[1] == '-' && p[2] != ']') {
            found |= c >= p[0] && c <= p[2];
            p += 2;
        } else
            found |= *p == c;
    }
    return found != inverted;
}
static int repeated(const char *item, int least, const char *rest, const char *e, const char *t,
                    const char **end, int most) {
    int n = 0;
    while (n < most && matches(item, t[n])) ++n;
    for (; n >= least; --n)
        if (here(rest, e, t + n, end)) return 1;
    return 0;
}
static int here(const char *p, const char *e, const char *t, const char **end) {
    for (const char *bar = p; bar < e; bar = item_end(bar, e))
        if (*bar == '|') return here(p, bar, t, end) || here(bar + 1, e, t, end);
    if (p >= e) return *end = t, 1;
    if (*p == '$' && p + 1 == e) return !*t && (*end = t, 1);
    const char *rest = item_end(p, e);
    if (rest < e && *rest == '*') return repeated(p, 0, rest + 1, e, t, end, 1000);
    if (rest < e && *rest == '+') return repeated(p, 1, rest + 1, e, t, end, 1000);
    if (rest < e && *rest == '?') return repeated(p, 0, rest + 1, e, t, end, 1);
    return matches(p, *t) && here(rest, e, t + 1, end);
}
static int search(const char *p, const char *t, int *from, int *to) {
    const char *e = p + strlen(p), *end, *s = t;
    do
        if (here(p + (*p == '^'), e, s, &end)) return *from = (int)(s - t), *to = (int)(end - t), 1;
    while (*p != '^' && *s++);
    return 0;
}

int main(void) {
    static const char *const tests[][2] = {{"abc", "xxabcxx"},
                                           {"a.c", "abc adc"},
                                           {"a*", "aaa"},
                                           {"^b+$", "bbb"},
                                           {"^b+$", "bbc"},
                                           {"[a-f]+\\d", "xyzcafe7"},
                                           {"colou?r", "the color"},
                                           {"[^ ]+$", "last word"},
                                           {"cat|dog", "hotdog"},
                                           {"x*y*z", "xxyyyyz"},
                                           {"\\.", "end."},
                                           {"q", ""},
                                           {"(never", "nev"},
                                           {"a+a+a+b", "aaaaaaaaaaaaaac"}};
    for (int i = 0; i < 14; ++i) {
        int from = 0, to = 0;
        const int found = search(tests[i][0], tests[i][1], &from, &to);
        printf("%s in '%s': %d %d %d\n", tests[i][0], tests[i][1], found, from, to);
    }
    return 0;
}
