// Words of a text: splitting, folding of case, a hash table of strings, a sort by comparison of
// strings, distances between words.
#include <string.h>
typedef unsigned char byte;
enum { length = 30000, most_words = 4096, buckets = 512, longest = 24 };

static char text[length + 1];
static struct word {
    const char *at;
    unsigned count;
    struct word *next;
} words[most_words], *table[buckets], *sorted[most_words];
static char names[length + 1];
static int used;

static void make_text(unsigned x) {
    static const char syllables[] = "kalemirotusanedivopexyghubirozatfan";
    int at = 0;
    while (at < length - longest) {
        const int parts = 1 + (x >> 28) % 3;
        for (int i = 0; i < parts; ++i) {
            x = x * 1103515245 + 12345;
            const char *s = syllables + (x >> 16) % 32 / (1 + (x >> 24) % 2);
            text[at++] = s[0];
            text[at++] = s[1];
            if (x >> 30 == 3) text[at++] = s[2];
        }
        if (x >> 27 == 5) text[at - 1] = (char)(text[at - 1] & ~0x20);
        text[at++] = x >> 26 == 7 ? '\n' : x >> 26 == 9 ? ',' : ' ';
    }
    text[at] = 0;
}
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static void note(const char *name) {
    unsigned h = 5381;
    for (const char *p = name; *p; ++p) h = h * 33 + (byte)*p;
    struct word **at = &table[h % buckets];
    for (; *at; at = &(*at)->next)
        if (strcmp((*at)->at, name) == 0) {
            ++(*at)->count;
            return;
        }
    if (used == most_words) return;
    words[used] = (struct word){name, 1, 0};
    *at = &words[used++];
}
static unsigned split(void) {
    unsigned all = 0;
    char *to = names;
    used = 0;
    memset(table, 0, sizeof table);
    for (const char *p = text; *p;) {
        while (*p && !is_letter(*p)) ++p;
        if (!*p) break;
        char *const name = to;
        while (is_letter(*p)) *to++ = (char)(*p++ | 0x20);
        *to++ = 0;
        note(name);
        ++all;
    }
    return all;
}
static void sort(struct word **at, int n) {
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; ++i) {
            struct word *const w = at[i];
            int j = i;
            for (; j >= gap && strcmp(at[j - gap]->at, w->at) > 0; j -= gap) at[j] = at[j - gap];
            at[j] = w;
        }
}
/// Of Levenshtein.
static int distance(const char *s, const char *t) {
    byte row[longest + 1];
    const int n = (int)strlen(t);
    for (int j = 0; j <= n; ++j) row[j] = (byte)j;
    for (int i = 1; *s; ++i, ++s) {
        int corner = row[0];
        row[0] = (byte)i;
        for (int j = 1; j <= n; ++j) {
            int least = corner + (*s != t[j - 1]);
            corner = row[j];
            if (row[j] + 1 < least) least = row[j] + 1;
            if (row[j - 1] + 1 < least) least = row[j - 1] + 1;
            row[j] = (byte)least;
        }
    }
    return row[n];
}

int main(void) {
    if (distance("kitten", "sitting") != 3) return 1;
    unsigned sum = 0;
    for (int turn = 0; turn < 80; ++turn) {
        make_text((unsigned)turn * 77777 + 1);
        const unsigned all = split();
        unsigned counted = 0;
        for (int i = 0; i < used; ++i) counted += words[i].count, sorted[i] = &words[i];
        if (counted != all && used < most_words) return 2;
        sort(sorted, used);
        for (int i = 1; i < used; ++i) {
            if (strcmp(sorted[i - 1]->at, sorted[i]->at) >= 0) return 3;
            sum +=
                (unsigned)distance(sorted[i - 1]->at, sorted[i * 7 % used]->at) * sorted[i]->count;
        }
    }
    return (int)((sum ^ sum >> 9) & 63) + 64;
}
