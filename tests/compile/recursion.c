// Recursion: Ackermann, Hanoi, mutual recursion, permutations, the eight queens, tail calls, and a
// deep stack.
#include "show.h"

static unsigned ackermann(unsigned m, unsigned n) {
    return !m ? n + 1 : ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}
static int moves;
static uint32_t trail;
static void hanoi(int n, int from, int to) {
    if (!n) return;
    hanoi(n - 1, from, 6 - from - to);
    ++moves;
    trail = mix(trail, (uint32_t)(from * 4 + to));
    hanoi(n - 1, 6 - from - to, to);
}
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n ? is_odd(n - 1) : 1; }
static int is_odd(unsigned n) { return n ? is_even(n - 1) : 0; }
static int permutations(int *v, int n, int k) {
    if (k == n) {
        for (int i = 0; i < n; ++i) trail = mix(trail, (uint32_t)v[i]);
        return 1;
    }
    int count = 0;
    for (int i = k; i < n; ++i) {
        int t = v[k];
        v[k] = v[i], v[i] = t;
        count += permutations(v, n, k + 1);
        t = v[k], v[k] = v[i], v[i] = t;
    }
    return count;
}
static int queens(int n, unsigned columns, unsigned left, unsigned right, int row) {
    if (row == n) return 1;
    int count = 0;
    for (unsigned free = ~(columns | left | right) & ((1u << n) - 1); free; free &= free - 1) {
        const unsigned bit = free & -free;
        count += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1, row + 1);
    }
    return count;
}
static uint64_t fibonacci(int n, uint64_t a, uint64_t b) {
    return n ? fibonacci(n - 1, b, a + b) : a;
}
static int deep(int n) {
    volatile int kept[8];
    for (int i = 0; i < 8; ++i) kept[i] = n + i;
    return n ? deep(n - 1) + kept[n & 7] - n : 0;
}

int main(void) {
    printf("%u %u\n", ackermann(2, 9), ackermann(3, 4));
    hanoi(10, 1, 3);
    printf("%d %08x\n", moves, (unsigned)trail);
    printf("%d %d\n", is_even(OPAQUE(unsigned, 1001)), is_odd(1001));
    int v[6] = {1, 2, 3, 4, 5, 6};
    printf("%d ", permutations(v, 6, 0));
    show_hex("trail", trail);
    for (int n = 4; n < 9; ++n) printf("%d ", queens(n, 0, 0, 0, 0));
    printf("\n");
    show64("fibonacci 90", fibonacci(90, 0, 1));
    printf("%d\n", deep(5000));
    return 0;
}
