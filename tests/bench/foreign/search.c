// Words searched in a text: by Horspool's method, with a table of failures, and by trying each
// place; then patterns with stars.
#include <string.h>

enum { turns = 280, size = 6000 };

static const char *const words[] = {"network", "handler",         "a node of",    "interrupted",
                                    "zebra",   "message that is", "the register", "qqq",
                                    "send",    "on and on"};
static const char *const pieces[] = {"the network ",     "sends a ",        "message ",
                                     "to a node ",       "of the ",         "register file ",
                                     "and a handler ",   "is interrupted ", "by a ",
                                     "message that is ", "on and on ",      "senders "};
static char text[size + 32];

static int horspool(const char *word) {
    int skip[256];
    const int length = (int)strlen(word);
    int found = 0;
    for (int i = 0; i < 256; ++i) skip[i] = length;
    for (int i = 0; i < length - 1; ++i) skip[(unsigned char)word[i]] = length - 1 - i;
    for (int at = 0; at + length <= size; at += skip[(unsigned char)text[at + length - 1]]) {
        int i = length;
        while (i && text[at + i - 1] == word[i - 1]) --i;
        found += !i;
    }
    return found;
}

static int by_failures(const char *word) {
    int fail[32], found = 0, length = (int)strlen(word), state = 0;
    fail[0] = -1;
    for (int i = 0, j = -1; i < length; fail[++i] = ++j)
        while (j >= 0 && word[i] != word[j]) j = fail[j];
    for (int at = 0; at < size; ++at) {
        while (state >= 0 && (state == length || text[at] != word[state])) state = fail[state];
        found += ++state == length;
    }
    return found;
}

static int by_trying(const char *word) {
    int found = 0;
    for (const char *at = text; (at = strchr(at, word[0])) != 0; ++at)
        found += !strncmp(at, word, strlen(word));
    return found;
}

static int matches(const char *pattern, const char *at, const char *end) {
    for (;; ++pattern, ++at) switch (*pattern) {
        case 0: return at == end;
        case '?':
            if (at == end) return 0;
            break;
        case '*':
            while (*pattern == '*') ++pattern;
            for (; at <= end; ++at)
                if (matches(pattern, at, end)) return 1;
            return 0;
        default:
            if (at == end || *at != *pattern) return 0;
        }
}

int main(void) {
    unsigned seed = 7;
    for (int used = 0; used < size;) {
        seed = seed * 1103515245u + 12345u;
        const char *piece = pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)];
        const int length = (int)strlen(piece);
        memcpy(text + used, piece, (unsigned)(used + length > size ? size - used : length));
        used += length;
    }
    int result = 0;
    for (int turn = 0; turn < turns; ++turn) {
        for (unsigned i = 0; i < sizeof words / sizeof *words; ++i) {
            const int found = horspool(words[i]);
            if (found != by_failures(words[i]) || found != by_trying(words[i])) return 1;
            result = result * 3 + found;
        }
        for (int at = 0; at + 80 <= size; at += 80)
            result += matches("*s?nd*a*node*", text + at, text + at + 80);
    }
    return (result & 63) + 64;
}
