// The program's own string routines beside the library's: words, reversal, comparison, numbers,
// search.
#include "show.h"

static void reverse(char *s) {
    char *e = s + strlen(s);
    while (s < --e) {
        const char t = *s;
        *s++ = *e, *e = t;
    }
}
static int words(const char *s) {
    int n = 0, in = 0;
    for (; *s; ++s) {
        if (*s == ' ')
            in = 0;
        else if (!in)
            in = 1, ++n;
    }
    return n;
}
static int number(const char *s, int base) {
    int v = 0, minus = *s == '-';
    for (s += minus; *s; ++s) v = v * base + (*s <= '9' ? *s - '0' : (*s | 32) - 'a' + 10);
    return minus ? -v : v;
}
static int find(const char *text, const char *what) {
    const int n = (int)strlen(what);
    int fail[32] = {0};
    for (int i = 1, k = 0; i < n; ++i) {
        while (k && what[i] != what[k]) k = fail[k - 1];
        fail[i] = k += what[i] == what[k];
    }
    for (int i = 0, k = 0; text[i]; ++i) {
        while (k && text[i] != what[k]) k = fail[k - 1];
        k += text[i] == what[k];
        if (k == n) return i - n + 1;
    }
    return -1;
}
static int distance(const char *a, const char *b) {
    int row[32];
    const int n = (int)strlen(b);
    for (int j = 0; j <= n; ++j) row[j] = j;
    for (int i = 1; a[i - 1]; ++i) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; ++j) {
            int best = corner + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            corner = row[j], row[j] = best;
        }
    }
    return row[n];
}

int main(void) {
    char s[64] = "able was I";
    reverse(s);
    printf("%s %d\n", s, (int)strlen(s));
    strcat(s, " ere I saw");
    printf("%s %d\n", s, words(s));
    printf("%d %d %d\n", number("-12345", 10), number("7fFf", 16), number("-1011", 2));
    printf("%d %d %d\n", find("abababcababd", "ababd"), find("aaaa", "b"),
           find("mississippi", "issip"));
    printf("%d %d\n", distance("kitten", "sitting"), distance("flaw", "lawns"));
    printf("%d %d %d\n", strcmp("abc", "abd") < 0, strcmp("b", "abc") > 0,
           strncmp("abcx", "abcy", 3));
    printf("%s %s\n", strchr("a=b=c", '='), strrchr("a=b=c", '='));
    char t[16];
    memset(t, '.', sizeof t);
    strncpy(t, "pad", 6);
    printf("%d %d %c\n", t[3], t[5], t[6]);
    memmove(s + 3, s, 10);
    s[13] = 0;
    printf("%s %d\n", s, memcmp("\x80", "\x7f", 1) > 0);
    return 0;
}
