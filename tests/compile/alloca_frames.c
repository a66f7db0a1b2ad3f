// Memory of a size that is known at run time on the stack: alloca in loops, variable-length arrays,
// and calls with arguments on the stack between them.
#include "show.h"

__attribute__((noinline)) static int seven(int a, int b, int c, int d, int e, int f,
                                           const char *g) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g[0];
}

struct node {
    int value;
    struct node *next;
};

__attribute__((noinline)) static int list(int n) {
    struct node *head = 0;
    for (int i = 0; i < n; ++i) {
        struct node *fresh = __builtin_alloca(sizeof(struct node) + (size_t)(i % 3) * 4);
        fresh->value = i * i;
        fresh->next = head;
        head = fresh;
    }
    int sum = 0;
    for (; head; head = head->next) sum = sum * 3 + head->value;
    return sum & 0xFFFFF;
}

__attribute__((noinline)) static int matrix(int rows, int columns) {
    int m[rows][columns];
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) m[r][c] = r * 31 ^ c * 17;
    int turned[columns][rows], sum = 0;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) turned[c][r] = m[r][c];
    for (int c = 0; c < columns; ++c) sum = sum * 5 + turned[c][c % rows];
    return (int)((unsigned)sum & 0xFFFFF) + (int)(sizeof m / sizeof(int));
}

__attribute__((noinline)) static int nested(int depth) {
    if (!depth) return 1;
    char text[depth * 3 + 1];
    memset(text, 'a' + depth % 26, sizeof text);
    const int deeper = nested(depth - 1);
    return seven(depth, deeper & 255, text[0], text[depth], (int)sizeof text, 1, text) + deeper;
}

static int sum_of(int n, const int v[n]) {
    int s = 0;
    for (int i = 0; i < n; ++i) s += v[i];
    return s;
}

int main(void) {
    for (int n = 0; n < 40; n += 7) printf("%d %d\n", n, list(n));
    for (int n = 1; n < 9; ++n) printf("%d\n", matrix(n, 10 - n));
    printf("%d\n", nested(30));
    for (int i = 0; i < 3; ++i) {
        int v[i + 2];
        for (int k = 0; k < i + 2; ++k) v[k] = k * k + 1;
        printf("%d\n", sum_of(i + 2, v));
    }
#ifdef __sparc__ // LLVM 19 aligns the stack to 8 bytes and refuses more ("over-aligned dynamic alloca")
    enum { bytes = 8 };
#else
    enum { bytes = 16 };
#endif
    double *aligned = __builtin_alloca_with_align(64, 8 * bytes);
    printf("%d\n", (int)((uintptr_t)aligned % bytes));
    return 0;
}
