// Compresses a text by LZ77 and Huffman's codes, and decompresses it.
#include "check.h"

static const char source[] = "it was the best of times, it was the worst of times, it was the age "
                             "of wisdom, it was the age of foolishness, "
                             "it was the epoch of belief, it was the epoch of incredulity, it was "
                             "the season of light, it was the season of "
                             "darkness, it was the spring of hope, it was the winter of despair";
static unsigned char packed[600], tokens[600], coded[600], text[600];

static unsigned squeeze(unsigned char *to, const char *from, unsigned n) {
    unsigned used = 0;
    for (unsigned at = 0; at < n;) {
        unsigned best = 0, distance = 0;
        for (unsigned back = 1; back <= at && back < 256; ++back) {
            unsigned k = 0;
            while (at + k < n && k < 100 && from[at + k] == from[at + k - back]) ++k;
            if (k > best) best = k, distance = back;
        }
        if (best > 3) {
            to[used++] = (unsigned char)(128 + best);
            to[used++] = (unsigned char)distance;
            at += best;
        } else {
            to[used++] = (unsigned char)from[at++];
        }
    }
    return used;
}
static unsigned stretch(unsigned char *to, const unsigned char *from, unsigned n) {
    unsigned used = 0;
    for (unsigned at = 0; at < n;) {
        if (from[at] < 128) {
            to[used++] = from[at++];
            continue;
        }
        for (unsigned k = from[at] - 128u; k > 0; --k, ++used) to[used] = to[used - from[at + 1]];
        at += 2;
    }
    return used;
}

struct node {
    int weight, symbol;
    struct node *zero, *one;
};
static struct node nodes[512];
static struct {
    uint32_t code;
    int length;
} codes[256];

static void assign(const struct node *n, uint32_t code, int length) {
    if (n->zero) {
        assign(n->zero, code << 1, length + 1);
        assign(n->one, code << 1 | 1, length + 1);
    } else {
        codes[n->symbol].code = code;
        codes[n->symbol].length = length;
    }
}

static struct node *build(const unsigned char *from, unsigned n) {
    int weights[256] = {0}, count = 0;
    struct node *open[256];
    for (unsigned i = 0; i < n; ++i) ++weights[from[i]];
    int made = 0;
    for (int i = 0; i < 256; ++i)
        if (weights[i]) {
            nodes[made] = (struct node){weights[i], i, 0, 0};
            open[count++] = &nodes[made++];
        }
    while (count > 1) {
        struct node *least[2];
        for (int which = 0; which < 2; ++which) {
            int k = 0;
            for (int i = 1; i < count; ++i)
                if (open[i]->weight < open[k]->weight) k = i;
            least[which] = open[k];
            open[k] = open[--count];
        }
        nodes[made] = (struct node){least[0]->weight + least[1]->weight, -1, least[0], least[1]};
        open[count++] = &nodes[made++];
    }
    return open[0];
}

int main(void) {
    const unsigned n = sizeof source - 1, squeezed = squeeze(packed, source, n);
    const struct node *root = build(packed, squeezed);
    assign(root, 0, 0);
    unsigned bit = 0;
    for (unsigned i = 0; i < squeezed; ++i)
        for (int k = codes[packed[i]].length - 1; k >= 0; --k, ++bit)
            coded[bit / 8] |= (unsigned char)((codes[packed[i]].code >> k & 1) << (7 - bit % 8));
    unsigned got = 0;
    for (unsigned at = 0; at < bit; ++got) {
        const struct node *here = root;
        while (here->zero) {
            here = coded[at / 8] >> (7 - at % 8) & 1 ? here->one : here->zero;
            ++at;
        }
        tokens[got] = (unsigned char)here->symbol;
    }
    const unsigned back = stretch(text, tokens, got);
    uint32_t sum = 0;
    for (unsigned i = 0; i < (bit + 7) / 8; ++i) sum = mix(sum, coded[i]);
    printf("%u bytes, %u tokens, %u bits, %08x, %u again, %s\n", n, squeezed, bit, sum, back,
           back == n && !memcmp(text, source, n) ? "the same" : "different");
    printf("%s\n", (const char *)text);
    return (int)(bit & 63);
}
