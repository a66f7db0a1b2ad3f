// Graphs: Dijkstra with a heap, Floyd-Warshall, depth-first order, a spanning tree; the first two
// must agree.
#include "show.h"

enum { N = 24, FAR = 1000000 };
static int weight[N][N], all[N][N], heap[N * N], where[N * N], size, parent[N], order[N], ordered;

static void push(int d, int v) {
    int i = size++;
    for (; i && heap[(i - 1) / 2] > d; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2], where[i] = where[(i - 1) / 2];
    heap[i] = d, where[i] = v;
}
static int pop(int *d) {
    const int v = where[0], hd = heap[--size], hv = where[size];
    *d = heap[0];
    int i = 0;
    for (int c; (c = 2 * i + 1) < size; i = c) {
        if (c + 1 < size && heap[c + 1] < heap[c]) ++c;
        if (heap[c] >= hd) break;
        heap[i] = heap[c], where[i] = where[c];
    }
    heap[i] = hd, where[i] = hv;
    return v;
}
static void dijkstra(int from, int *best) {
    for (int i = 0; i < N; ++i) best[i] = FAR;
    best[from] = size = 0;
    push(0, from);
    while (size) {
        int d;
        const int v = pop(&d);
        if (d > best[v]) continue;
        for (int u = 0; u < N; ++u)
            if (d + weight[v][u] < best[u]) push(best[u] = d + weight[v][u], u);
    }
}
static void visit(int v, unsigned *seen) {
    *seen |= 1u << v;
    for (int u = 0; u < N; ++u)
        if (weight[v][u] < FAR && !(*seen >> u & 1)) visit(u, seen);
    order[ordered++] = v;
}
static int root(int v) { return parent[v] == v ? v : (parent[v] = root(parent[v])); }

int main(void) {
    uint32_t state = 8;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            weight[i][j] = i == j ? 0 : next_random(&state) % 5 ? FAR : (int)(state >> 10) % 90 + 1;
    memcpy(all, weight, sizeof all);
    for (int k = 0; k < N; ++k)
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                if (all[i][k] + all[k][j] < all[i][j]) all[i][j] = all[i][k] + all[k][j];
    int different = 0;
    for (int i = 0; i < N; ++i) {
        int best[N];
        dijkstra(i, best);
        for (int j = 0; j < N; ++j) different += best[j] != all[i][j];
        printf("%d ", best[(i * 7) % N]);
    }
    printf("\n%d different\n", different);
    unsigned seen = 0;
    for (int i = 0; i < N; ++i)
        if (!(seen >> i & 1)) visit(i, &seen);
    for (int i = N; i-- > 0;) printf("%d ", order[i]);
    int total = 0;
    for (int i = 0; i < N; ++i) parent[i] = i;
    for (int w = 1; w < 91; ++w)
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                if (weight[i][j] == w && root(i) != root(j)) parent[root(i)] = root(j), total += w;
    printf("\n%d\n", total);
    return 0;
}
