// An AVL tree in a pool: insertion, deletion, order, height, checked after each step.
#include "show.h"

static struct node {
    int key, height;
    struct node *child[2];
} pool[400], *unused;

static int height(const struct node *n) { return n ? n->height : 0; }
static void update(struct node *n) {
    const int a = height(n->child[0]), b = height(n->child[1]);
    n->height = (a > b ? a : b) + 1;
}
static struct node *rotate(struct node *n, int to) {
    struct node *up = n->child[!to];
    n->child[!to] = up->child[to];
    up->child[to] = n;
    update(n), update(up);
    return up;
}
static struct node *balance(struct node *n) {
    update(n);
    const int tilt = height(n->child[1]) - height(n->child[0]);
    if (tilt < 2 && tilt > -2) return n;
    const int heavy = tilt > 0;
    struct node *h = n->child[heavy];
    if (height(h->child[!heavy]) > height(h->child[heavy])) n->child[heavy] = rotate(h, heavy);
    return rotate(n, !heavy);
}
static struct node *insert(struct node *n, int key) {
    if (!n) {
        n = unused, unused = unused->child[0];
        *n = (struct node){key, 1, {0, 0}};
        return n;
    }
    if (key == n->key) return n;
    struct node **c = &n->child[key > n->key];
    *c = insert(*c, key);
    return balance(n);
}
static struct node *extract_least(struct node *n, int *key) {
    if (!n->child[0]) {
        struct node *rest = n->child[1];
        *key = n->key, n->child[0] = unused, unused = n;
        return rest;
    }
    n->child[0] = extract_least(n->child[0], key);
    return balance(n);
}
static struct node *erase(struct node *n, int key) {
    if (!n) return 0;
    if (key != n->key) {
        struct node **c = &n->child[key > n->key];
        *c = erase(*c, key);
    } else if (!n->child[1]) {
        struct node *rest = n->child[0];
        n->child[0] = unused, unused = n;
        return rest;
    } else
        n->child[1] = extract_least(n->child[1], &n->key);
    return balance(n);
}
static int check(const struct node *n, int low, int high) {
    if (!n) return 0;
    if (n->key <= low || n->key >= high) return -100000;
    const int a = height(n->child[0]), b = height(n->child[1]);
    if (a - b > 1 || b - a > 1) return -100000;
    return check(n->child[0], low, n->key) + check(n->child[1], n->key, high) + 1;
}

int main(void) {
    for (int i = 0; i < 400; ++i) pool[i].child[0] = unused, unused = &pool[i];
    struct node *root = 0;
    uint32_t state = 4242, sum = 0;
    for (int i = 0; i < 1500; ++i) {
        const int key = (int)(next_random(&state) % 300);
        root = next_random(&state) % 3 ? insert(root, key) : erase(root, key);
        sum = mix(sum, (uint32_t)(check(root, -1, 300) * 16 + height(root)));
        if (i % 150 == 0) printf("%d keys, height %d\n", check(root, -1, 300), height(root));
    }
    show_hex("sum", sum);
    return 0;
}
