// The same numbers sorted in six ways.
#include "check.h"

enum { n = 500 };
static int source[n], v[n], spare[n];

static void swap(int *a, int *b) {
    const int t = *a;
    *a = *b, *b = t;
}

static void insertion(int *a, int count) {
    for (int i = 1; i < count; ++i) {
        const int x = a[i];
        int j = i;
        for (; j > 0 && a[j - 1] > x; --j) a[j] = a[j - 1];
        a[j] = x;
    }
}

static void shell(int *a, int count) {
    for (int gap = count / 2; gap; gap /= 2)
        for (int i = gap; i < count; ++i)
            for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) swap(&a[j - gap], &a[j]);
}

static void heap(int *a, int count) {
    for (int start = count / 2 - 1, end = count; end > 1;) {
        int root = start >= 0 ? start : 0;
        if (start >= 0)
            --start;
        else
            swap(&a[0], &a[--end]);
        for (int child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && a[child] < a[child + 1]) ++child;
            if (a[root] >= a[child]) break;
            swap(&a[root], &a[child]);
        }
    }
}

static void quick(int *a, int count) {
    if (count < 2) return;
    const int pivot = a[count / 2];
    int i = 0, j = count - 1;
    for (;; ++i, --j) {
        while (a[i] < pivot) ++i;
        while (a[j] > pivot) --j;
        if (i >= j) break;
        swap(&a[i], &a[j]);
    }
    quick(a, i);
    quick(a + j + 1, count - j - 1);
}

static void merge(int *a, int count) {
    if (count < 2) return;
    const int half = count / 2;
    merge(a, half);
    merge(a + half, count - half);
    memcpy(spare, a, (size_t)half * sizeof *a);
    for (int i = 0, j = half, k = 0; i < half;)
        a[k++] = j < count && a[j] < spare[i] ? a[j++] : spare[i++];
}

static void radix(int *a, int count) {
    for (int shift = 0; shift < 32; shift += 8) {
        int at[257] = {0};
        for (int i = 0; i < count; ++i) ++at[(((uint32_t)a[i] ^ 0x80000000) >> shift & 255) + 1];
        for (int i = 0; i < 256; ++i) at[i + 1] += at[i];
        for (int i = 0; i < count; ++i)
            spare[at[((uint32_t)a[i] ^ 0x80000000) >> shift & 255]++] = a[i];
        memcpy(a, spare, (size_t)count * sizeof *a);
    }
}

int main(void) {
    static const struct {
        const char *name;
        void (*sort)(int *, int);
    } ways[] = {{"insertion", insertion}, {"shell", shell}, {"heap", heap},
                {"quick", quick},         {"merge", merge}, {"radix", radix}};
    uint32_t seed = 2026;
    for (int kind = 0; kind < 3; ++kind) {
        for (int i = 0; i < n; ++i)
            source[i] = kind == 0   ? (int)next_random(&seed)
                        : kind == 1 ? (int)(next_random(&seed) % 7) - 3
                                    : n - i;
        for (unsigned w = 0; w < sizeof ways / sizeof *ways; ++w) {
            memcpy(v, source, sizeof v);
            ways[w].sort(v, n);
            uint32_t sum = 0;
            int wrong = 0;
            for (int i = 0; i < n; ++i) {
                sum = mix(sum, (uint32_t)v[i]);
                wrong += i && v[i - 1] > v[i];
            }
            printf("%s %08x %d %d %d\n", ways[w].name, sum, wrong, v[0], v[n - 1]);
        }
    }
    return 0;
}
