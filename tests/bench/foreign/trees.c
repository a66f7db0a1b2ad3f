// Trees: a balanced tree (AVL) with insertions, removals and walks, a heap of events, and shortest
// paths on a grid by it.
typedef unsigned word;
enum { nodes = 6000, side = 48 };

static struct node {
    word key;
    int height;
    struct node *child[2];
} pool[nodes], *unused;

static int height(const struct node *n) { return n ? n->height : 0; }
static void update(struct node *n) {
    const int a = height(n->child[0]), b = height(n->child[1]);
    n->height = (a > b ? a : b) + 1;
}
static struct node *rotate(struct node *n, int to) {
    struct node *const up = n->child[!to];
    n->child[!to] = up->child[to];
    up->child[to] = n;
    update(n);
    update(up);
    return up;
}
static struct node *balance(struct node *n) {
    update(n);
    const int lean = height(n->child[1]) - height(n->child[0]);
    if (lean > -2 && lean < 2) return n;
    const int side_of = lean > 0;
    struct node *const c = n->child[side_of];
    if (height(c->child[!side_of]) > height(c->child[side_of]))
        n->child[side_of] = rotate(c, side_of);
    return rotate(n, !side_of);
}
static struct node *insert(struct node *n, word key) {
    if (!n) {
        if (!unused) return 0;
        struct node *const fresh = unused;
        unused = fresh->child[0];
        *fresh = (struct node){key, 1, {0, 0}};
        return fresh;
    }
    if (key == n->key) return n;
    const int to = key > n->key;
    n->child[to] = insert(n->child[to], key);
    return balance(n);
}
static struct node *remove_least(struct node *n, struct node **least) {
    if (!n->child[0]) {
        *least = n;
        return n->child[1];
    }
    n->child[0] = remove_least(n->child[0], least);
    return balance(n);
}
static struct node *erase(struct node *n, word key) {
    if (!n) return 0;
    if (key != n->key) {
        const int to = key > n->key;
        n->child[to] = erase(n->child[to], key);
        return balance(n);
    }
    struct node *left = n->child[0], *right = n->child[1], *least;
    n->child[0] = unused;
    unused = n;
    if (!right) return left;
    right = remove_least(right, &least);
    least->child[0] = left;
    least->child[1] = right;
    return balance(least);
}
/// The number of keys in order; 0 where one is not.
static word walk(const struct node *root) {
    const struct node *stack[40];
    int depth = 0;
    word n = 0, before = 0;
    while (root || depth) {
        for (; root; root = root->child[0]) stack[depth++] = root;
        root = stack[--depth];
        if (n && root->key <= before) return 0;
        before = root->key;
        ++n;
        root = root->child[1];
    }
    return n;
}

static word heap[4 * side * side], used;
static void push(word x) {
    word i = used++;
    for (; i && heap[(i - 1) / 2] > x; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = x;
}
static word pop(void) {
    const word top = heap[0], last = heap[--used];
    word i = 0;
    for (word c; (c = 2 * i + 1) < used; i = c) {
        if (c + 1 < used && heap[c + 1] < heap[c]) ++c;
        if (heap[c] >= last) break;
        heap[i] = heap[c];
    }
    heap[i] = last;
    return top;
}
static word cost[side][side], far[side][side];
static word path(void) {
    for (int i = 0; i < side * side; ++i) far[i / side][i % side] = ~0u;
    far[0][0] = 0;
    used = 0;
    push(0);
    while (used) {
        const word top = pop(), at = top & 4095, d = top >> 12;
        const int y = (int)at / side, x = (int)at % side;
        if (d > far[y][x]) continue;
        static const signed char step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        for (int i = 0; i < 4; ++i) {
            const int v = y + step[i][0], u = x + step[i][1];
            if (v < 0 || u < 0 || v >= side || u >= side) continue;
            const word there = d + cost[v][u];
            if (there >= far[v][u]) continue;
            far[v][u] = there;
            push(there << 12 | (word)(v * side + u));
        }
    }
    return far[side - 1][side - 1];
}

int main(void) {
    for (int i = 0; i < nodes; ++i) {
        pool[i].child[0] = unused;
        unused = &pool[i];
    }
    struct node *root = 0;
    word x = 1, sum = 0;
    for (int i = 0; i < side * side; ++i) cost[i / side][i % side] = 1;
    if (path() != 2 * (side - 1)) return 1;
    for (int turn = 0; turn < 100; ++turn) {
        for (int i = 0; i < 2000; ++i) {
            x = x * 1664525 + 1013904223;
            root = insert(root, x >> 17);
            root = erase(root, (x * 77 + (word)i) >> 17 & ~1u);
        }
        const word n = walk(root);
        if (!n || n > nodes) return 2;
        for (int i = 0; i < side * side; ++i)
            cost[i / side][i % side] = 1 + ((x = x * 1664525 + 1013904223) >> 28);
        sum = sum * 5 + n + path();
        for (int i = 0; i < 1500; ++i) {
            struct node *least;
            if (!root || !root->child[0]) break;
            root = remove_least(root, &least);
            sum += least->key;
            least->child[0] = unused;
            unused = least;
        }
    }
    return (int)((sum ^ sum >> 10) & 63) + 64;
}
