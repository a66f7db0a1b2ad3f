// Text by patterns: expressions with stars and classes by backtracking, wildcards, a search by
// Knuth, Morris and Pratt, numbers to decimal text and back.
#include <string.h>
typedef unsigned char byte;

static int match_here(const char *re, const char *s);

static int one(const char **re, byte c) {
    const char *p = *re;
    if (*p == '[') {
        int found = 0;
        for (++p; *p != ']'; ++p)
            if (p[1] == '-') {
                found |= c >= (byte)p[0] && c <= (byte)p[2];
                p += 2;
            } else {
                found |= c == (byte)*p;
            }
        *re = p + 1;
        return c && found;
    }
    *re = p + 1;
    return c && (*p == '.' || (byte)*p == c);
}
static int match_star(const char *item, const char *rest, const char *s) {
    const char *end = s;
    for (const char *p = item; one(&p, (byte)*end); p = item) ++end;
    for (;; --end) {
        if (match_here(rest, end)) return 1;
        if (end == s) return 0;
    }
}
static int match_here(const char *re, const char *s) {
    for (;;) {
        if (!*re) return 1;
        if (re[0] == '$' && !re[1]) return !*s;
        const char *next = re;
        const int matches = one(&next, (byte)*s);
        if (*next == '*') return match_star(re, next + 1, s);
        if (*next == '?') {
            if (matches && match_here(next + 1, s + 1)) return 1;
            re = next + 1;
            continue;
        }
        if (!matches) return 0;
        re = next;
        ++s;
    }
}
static int match(const char *re, const char *s) {
    if (*re == '^') return match_here(re + 1, s);
    do
        if (match_here(re, s)) return 1;
    while (*s++);
    return 0;
}
static int wild(const char *p, const char *s) {
    const char *star = 0, *from = 0;
    while (*s)
        if (*p == '*') {
            star = p++;
            from = s;
        } else if (*p == '?' || *p == *s) {
            ++p;
            ++s;
        } else if (star) {
            p = star + 1;
            s = ++from;
        } else {
            return 0;
        }
    while (*p == '*') ++p;
    return !*p;
}
static int times(const char *word, const char *s) {
    short back[32];
    int k = back[0] = -1, found = 0;
    const int n = (int)strlen(word);
    for (int i = 0; i < n; back[++i] = (short)++k)
        while (k >= 0 && word[k] != word[i]) k = back[k];
    for (k = 0; *s; ++s) {
        while (k >= 0 && word[k] != *s) k = back[k];
        if (++k == n) {
            ++found;
            k = back[k];
        }
    }
    return found;
}
static char *decimal(int x, char *end) {
    unsigned u = x < 0 ? 0u - (unsigned)x : (unsigned)x;
    *--end = 0;
    do *--end = (char)('0' + u % 10);
    while (u /= 10);
    if (x < 0) *--end = '-';
    return end;
}
static int number(const char *s) {
    const int minus = *s == '-';
    unsigned u = 0;
    for (s += minus; *s >= '0' && *s <= '9'; ++s) u = u * 10 + (unsigned)(*s - '0');
    return (int)(minus ? 0u - u : u);
}

int main(void) {
    static const char *const expressions[] = {
        "^[a-z]*[0-9]$", "a.*b.*c", "x?yz*", "[0-9]*-[0-9][0-9]", "(q)", "9[13579]", "-.*[a-f]$"};
    static char line[200];
    if (!match("^ab*c?d$", "abbbd") || match("^ab*c$", "abbbd") || !wild("*.c?p", "main.cpp") ||
        times("abab", "ababababb") != 3)
        return 1;
    unsigned x = 1, sum = 0;
    for (int turn = 0; turn < 8000; ++turn) {
        int at = 0;
        while (at < 120) {
            x = x * 1664525 + 1013904223;
            if (x >> 30) {
                for (unsigned i = 0, y = x >> 8; i < 5; ++i, y /= 26)
                    line[at++] = (char)('a' + y % 26);
            } else {
                char text[16];
                const char *const s = decimal((int)x >> (x >> 3 & 15), text + sizeof text);
                if (number(s) != (int)x >> (x >> 3 & 15)) return 2;
                strcpy(line + at, s);
                at += (int)strlen(s);
            }
        }
        line[at] = 0;
        for (unsigned i = 0; i < sizeof expressions / sizeof *expressions; ++i)
            sum = sum * 3 + (unsigned)match(expressions[i], line);
        sum += (unsigned)wild("*a?c*-*9*", line) + (unsigned)times("aba", line) * 5;
    }
    return (int)((sum ^ sum >> 11) & 63) + 64;
}
