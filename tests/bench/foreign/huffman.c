// Huffman's code: frequencies, a tree, a table of codes, bits written one by one and read back, and
// a pass of move-to-front and run lengths before it. Bytes and bits.
enum { size = 2000, turns = 800, symbols = 256 };

static unsigned char plain[size], moved[2 * size], coded[4 * size], back[2 * size], again[size];
static struct node {
    unsigned weight;
    short left, right, parent;
} tree[2 * symbols];
static unsigned code[symbols];
static unsigned char length[symbols];

static unsigned move_to_front(void) {
    unsigned char order[symbols];
    unsigned used = 0, zeros = 0;
    for (int i = 0; i < symbols; ++i) order[i] = (unsigned char)i;
    for (int i = 0; i < size; ++i) {
        int at = 0;
        unsigned char before = order[0];
        while (before != plain[i]) {
            const unsigned char next = order[++at];
            order[at] = before;
            before = next;
        }
        order[0] = before;
        if (at == 0 && ++zeros < 255) continue;
        if (zeros) moved[used++] = 0, moved[used++] = (unsigned char)zeros, zeros = 0;
        if (at) moved[used++] = (unsigned char)at;
    }
    if (zeros) moved[used++] = 0, moved[used++] = (unsigned char)zeros;
    return used;
}

static void move_back(unsigned used) {
    unsigned char order[symbols];
    unsigned to = 0;
    for (int i = 0; i < symbols; ++i) order[i] = (unsigned char)i;
    for (unsigned i = 0; i < used; ++i) {
        int at = back[i];
        if (at == 0) {
            for (unsigned n = back[++i]; n; --n) again[to++] = order[0];
            continue;
        }
        const unsigned char symbol = order[at];
        for (; at; --at) order[at] = order[at - 1];
        order[0] = again[to++] = symbol;
    }
}

static short lightest(int end) {
    short best = -1;
    for (short i = 0; i < end; ++i)
        if (tree[i].weight && tree[i].parent < 0 &&
            (best < 0 || tree[i].weight < tree[best].weight))
            best = i;
    return best;
}

static int make_tree(unsigned used) {
    for (int i = 0; i < 2 * symbols; ++i) tree[i] = (struct node){0, -1, -1, -1};
    for (unsigned i = 0; i < used; ++i) ++tree[moved[i]].weight;
    for (short next = symbols;; ++next) {
        const short a = lightest(next);
        tree[a].parent = next;
        const short b = lightest(next);
        if (b < 0) {
            tree[a].parent = -1;
            break;
        }
        tree[b].parent = next;
        tree[next] = (struct node){tree[a].weight + tree[b].weight, a, b, -1};
    }
    int root = 0;
    for (short i = 0; i < symbols; ++i) {
        code[i] = length[i] = 0;
        if (!tree[i].weight) continue;
        int at = i;
        for (; tree[at].parent >= 0; at = tree[at].parent)
            code[i] |= (unsigned)(tree[tree[at].parent].right == at) << length[i]++;
        root = at;
    }
    return root;
}

static unsigned encode(unsigned used) {
    unsigned bits = 0;
    for (unsigned i = 0; i < used; ++i)
        for (int bit = length[moved[i]]; bit--; ++bits) {
            const unsigned char mask = (unsigned char)(0x80 >> (bits & 7));
            if (code[moved[i]] >> bit & 1)
                coded[bits >> 3] |= mask;
            else
                coded[bits >> 3] &= (unsigned char)~mask;
        }
    return bits;
}

static unsigned decode(int root, unsigned bits) {
    unsigned used = 0;
    int at = root;
    for (unsigned i = 0; i < bits; ++i) {
        at = coded[i >> 3] & 0x80 >> (i & 7) ? tree[at].right : tree[at].left;
        if (tree[at].left >= 0) continue;
        back[used++] = (unsigned char)at;
        at = root;
    }
    return used;
}

int main(void) {
    unsigned result = 0, seed = 1;
    for (int turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < size; ++i) {
            seed = seed * 1664525u + 1013904223u;
            plain[i] = (unsigned char)(seed >> 29 ? 'a' + (seed >> 26 & 15) : plain[i ? i - 1 : 0]);
        }
        const unsigned used = move_to_front();
        const int root = make_tree(used);
        const unsigned bits = encode(used);
        if (decode(root, bits) != used) return 1;
        move_back(used);
        for (int i = 0; i < size; ++i)
            if (plain[i] != again[i]) return 2;
        result = result * 5 + bits;
    }
    return (int)(result & 63) + 64;
}
