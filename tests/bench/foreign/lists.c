// Linked lists that are filled, searched, reversed and sorted, and a search tree: loads that wait
// for loads, short loops, calls of a comparison by its address.
enum { count = 400, turns = 1300 };

struct item {
    struct item *next;
    short key, weight;
};
struct node {
    struct node *left, *right;
    int key, seen;
};

static struct item items[count];
static struct node nodes[count];
static unsigned seed;

static unsigned random_number(void) { return (seed = seed * 1103515245u + 12345u) >> 16; }

static int by_key(const struct item *a, const struct item *b) { return a->key - b->key; }
static int by_weight(const struct item *a, const struct item *b) { return a->weight - b->weight; }

static struct item *reversed(struct item *list) {
    struct item *done = 0;
    while (list) {
        struct item *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static struct item *sorted(struct item *list,
                           int (*compare)(const struct item *, const struct item *)) {
    for (int size = 1;; size *= 2) {
        struct item *p = list, *tail = 0;
        int merges = 0;
        list = 0;
        while (p) {
            struct item *q = p;
            int of_p = 0, of_q = size;
            ++merges;
            while (of_p < size && q) ++of_p, q = q->next;
            while (of_p || (of_q && q)) {
                struct item *one;
                if (!of_p || (of_q && q && compare(p, q) > 0))
                    one = q, q = q->next, --of_q;
                else
                    one = p, p = p->next, --of_p;
                if (tail)
                    tail->next = one;
                else
                    list = one;
                tail = one;
            }
            p = q;
        }
        tail->next = 0;
        if (merges <= 1) return list;
    }
}

static const struct item *find(const struct item *list, int weight) {
    while (list && list->weight != weight) list = list->next;
    return list;
}

static struct node *insert(struct node **root, struct node *fresh, int key) {
    while (*root) {
        if ((*root)->key == key) return *root;
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    fresh->left = fresh->right = 0;
    fresh->key = key;
    fresh->seen = 0;
    return *root = fresh;
}

static int sum(const struct node *n, int depth) {
    return n ? sum(n->left, depth + 1) + n->seen * depth + sum(n->right, depth + 1) : 0;
}

int main(void) {
    unsigned result = 0;
    for (int turn = 0; turn < turns; ++turn) {
        struct item *list = 0;
        for (int i = 0; i < count; ++i) {
            items[i].key = (short)(random_number() & 1023);
            items[i].weight = (short)i;
            items[i].next = list;
            list = &items[i];
        }
        list = sorted(list, by_key);
        for (const struct item *i = list; i->next; i = i->next)
            if (i->key > i->next->key) return 1;
        for (int i = 0; i < 60; ++i) {
            const struct item *found = find(list, (int)(random_number() % (count + 40)));
            result = result * 3 + (found ? (unsigned)found->key : 1);
            if (i % 4 == 0) list = reversed(list);
        }
        struct node *root = 0;
        int used = 0;
        for (const struct item *i = list; i; i = i->next) {
            struct node *n = insert(&root, &nodes[used], (i->key * 37) & 1023);
            if (n == &nodes[used]) ++used;
            ++n->seen;
        }
        for (int i = 0; i < 2 * count; ++i) {
            const struct node *n = root;
            const int key = (int)(random_number() & 1023);
            while (n && n->key != key) n = key < n->key ? n->left : n->right;
            result += n ? (unsigned)n->seen : 0;
        }
        result ^= (unsigned)sum(root, 1);
        list = sorted(list, by_weight);
        for (int i = 0; list; ++i, list = list->next)
            if (list->weight != i) return 2;
    }
    return (int)(result & 63) + 64;
}
