// Matrices of integers: products, determinants without fractions, powers modulo a prime, life on a
// torus.
#include "check.h"

enum { n = 12 };
typedef int matrix[n][n];

static void product(matrix to, matrix a, matrix b) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            int s = 0;
            for (int k = 0; k < n; ++k) s += a[i][k] * b[k][j];
            to[i][j] = s;
        }
}

/// E. H. Bareiss, Sylvester's identity and multistep integer-preserving Gaussian elimination, 1968.
static long long determinant(int size, matrix from) {
    long long m[n][n], before = 1;
    int sign = 1;
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) m[i][j] = from[i][j];
    for (int k = 0; k < size - 1; ++k) {
        int p = k;
        while (p < size && m[p][k] == 0) ++p;
        if (p == size) return 0;
        if (p != k) {
            sign = -sign;
            for (int j = 0; j < size; ++j) {
                const long long t = m[k][j];
                m[k][j] = m[p][j], m[p][j] = t;
            }
        }
        for (int i = k + 1; i < size; ++i)
            for (int j = k + 1; j < size; ++j)
                m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / before;
        before = m[k][k];
    }
    return sign * m[size - 1][size - 1];
}

static uint32_t fibonacci(uint64_t index, uint32_t modulus) {
    uint64_t m[4] = {1, 1, 1, 0}, r[4] = {1, 0, 0, 1};
    for (; index; index >>= 1) {
        for (int which = 0; which < 2; ++which) {
            if (which == 0 && !(index & 1)) continue;
            uint64_t *a = which ? m : r, t[4];
            for (int i = 0; i < 4; ++i)
                t[i] = (a[i & 2] * m[i & 1] + a[(i & 2) + 1] * m[(i & 1) + 2]) % modulus;
            memcpy(a, t, sizeof t);
        }
    }
    return (uint32_t)r[1];
}

static void life(unsigned char *cells, int size, int turns) {
    static unsigned char next[32 * 32];
    while (turns-- > 0) {
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                int around = 0;
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx)
                        if (dx || dy)
                            around += cells[(y + dy + size) % size * size + (x + dx + size) % size];
                next[y * size + x] = around == 3 || (around == 2 && cells[y * size + x]);
            }
        memcpy(cells, next, (size_t)(size * size));
    }
}

int main(void) {
    static matrix a, b, c;
    uint32_t seed = 5;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a[i][j] = (int)(next_random(&seed) % 9) - 4, b[i][j] = i == j ? 2 : i - j;
    for (int turn = 0; turn < 3; ++turn) {
        product(c, a, b);
        memcpy(b, c, sizeof b);
        uint32_t sum = 0;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) sum = mix(sum, (uint32_t)c[i][j]);
        printf("%08x\n", sum);
    }
    for (int size = 1; size <= 9; ++size) {
        print64(size == 1 ? "" : " ", (uint64_t)determinant(size, a));
    }
    printf("\n%u %u\n", fibonacci(90, 1000000007), fibonacci(0x123456789ABCDEF, 998244353));
    static unsigned char cells[16 * 16];
    for (int i = 0; i < 256; ++i) cells[i] = next_random(&seed) % 3 == 0;
    life(cells, 16, 12);
    for (int y = 0; y < 16; ++y) {
        char row[17];
        for (int x = 0; x < 16; ++x) row[x] = cells[16 * y + x] ? '#' : '.';
        row[16] = 0;
        printf("%s\n", row);
    }
    return cells[17];
}
