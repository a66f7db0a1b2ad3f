// Recursion: Ackermann, Hanoi, queens, permutations, two functions that call each other, a tree.
#include "check.h"

static unsigned calls;
static unsigned ackermann(unsigned m, unsigned n) {
    ++calls;
    if (m == 0) return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static uint32_t moves;
static void hanoi(int n, int from, int to, int by) {
    if (n == 0) return;
    hanoi(n - 1, from, by, to);
    moves = mix(moves, (uint32_t)(n << 4 | from << 2 | to));
    hanoi(n - 1, by, to, from);
}

static int queens(int n, unsigned columns, unsigned up, unsigned down) {
    const unsigned all = (1u << n) - 1;
    if (columns == all) return 1;
    int found = 0;
    for (unsigned free = all & ~(columns | up | down); free; free &= free - 1) {
        const unsigned here = free & -free;
        found += queens(n, columns | here, (up | here) << 1, (down | here) >> 1);
    }
    return found;
}

static uint32_t orders;
static void permute(char *text, int from) {
    if (!text[from]) {
        for (const char *c = text; *c; ++c) orders = mix(orders, (uint32_t)*c);
        return;
    }
    for (int i = from; text[i]; ++i) {
        char swap = text[from];
        text[from] = text[i], text[i] = swap;
        permute(text, from + 1);
        swap = text[from];
        text[from] = text[i], text[i] = swap;
    }
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

struct tree {
    struct tree *less, *more;
    int key;
};
static struct tree *insert(struct tree *t, struct tree *fresh) {
    if (!t) return fresh;
    if (fresh->key < t->key)
        t->less = insert(t->less, fresh);
    else
        t->more = insert(t->more, fresh);
    return t;
}
static int depth(const struct tree *t) {
    if (!t) return 0;
    const int a = depth(t->less), b = depth(t->more);
    return 1 + (a > b ? a : b);
}
static uint32_t in_order(const struct tree *t, uint32_t sum) {
    return t ? in_order(t->more, mix(in_order(t->less, sum), (uint32_t)t->key)) : sum;
}

int main(void) {
    printf("%u", ackermann(2, 9));
    printf(" %u", ackermann(3, 4));
    printf(" %u\n", calls);
    hanoi(10, 0, 2, 1);
    printf("%08x\n", moves);
    for (int n = 1; n <= 7; ++n) printf("%d ", queens(n, 0, 0, 0));
    char text[] = "permute";
    permute(text, 0);
    printf("\n%08x %s\n", orders, text);
    printf("%d %d\n", is_even(1000), is_odd(777));
    static struct tree nodes[300];
    struct tree *root = 0;
    uint32_t seed = 99;
    for (int i = 0; i < 300; ++i) {
        nodes[i].key = (int)(next_random(&seed) % 1000) - 500;
        root = insert(root, &nodes[i]);
    }
    printf("%d %08x\n", depth(root), in_order(root, 0));
    return depth(root);
}
