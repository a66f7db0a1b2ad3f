// Six ways of sorting the same numbers: insertion, shell, heap, quick, merge, radix.
#include "show.h"

enum { N = 300 };
static int input[N], work[N], spare[N];

static void insertion(int *v, int n) {
    for (int i = 1; i < n; ++i) {
        const int x = v[i];
        int j = i;
        for (; j && v[j - 1] > x; --j) v[j] = v[j - 1];
        v[j] = x;
    }
}
static void shell(int *v, int n) {
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; ++i)
            for (int j = i; j >= gap && v[j - gap] > v[j]; j -= gap) {
                const int t = v[j];
                v[j] = v[j - gap], v[j - gap] = t;
            }
}
static void sift(int *v, int at, int n) {
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && v[child + 1] > v[child]) ++child;
        if (v[at] >= v[child]) return;
        const int t = v[at];
        v[at] = v[child], v[child] = t;
    }
}
static void heap(int *v, int n) {
    for (int i = n / 2; i-- > 0;) sift(v, i, n);
    while (--n > 0) {
        const int t = v[0];
        v[0] = v[n], v[n] = t;
        sift(v, 0, n);
    }
}
static void quick(int *v, int n) {
    while (n > 1) {
        const int pivot = v[(n - 1) / 2];
        int i = -1, j = n;
        for (;;) {
            while (v[++i] < pivot) {
            }
            while (v[--j] > pivot) {
            }
            if (i >= j) break;
            const int t = v[i];
            v[i] = v[j], v[j] = t;
        }
        quick(v, j + 1);
        v += j + 1, n -= j + 1;
    }
}
static void merge(int *v, int n) {
    if (n < 2) return;
    const int h = n / 2;
    merge(v, h), merge(v + h, n - h);
    memcpy(spare, v, (size_t)h * sizeof *v);
    for (int i = 0, j = h, k = 0; i < h;) v[k++] = j < n && v[j] < spare[i] ? v[j++] : spare[i++];
}
static void radix(int *v, int n) {
    for (int shift = 0; shift < 32; shift += 8) {
        int start[257] = {0};
        for (int i = 0; i < n; ++i) ++start[(((unsigned)v[i] ^ 0x80000000u) >> shift & 255) + 1];
        for (int i = 0; i < 256; ++i) start[i + 1] += start[i];
        for (int i = 0; i < n; ++i)
            spare[start[((unsigned)v[i] ^ 0x80000000u) >> shift & 255]++] = v[i];
        memcpy(v, spare, (size_t)n * sizeof *v);
    }
}

int main(void) {
    uint32_t state = 12345;
    for (int i = 0; i < N; ++i) input[i] = (int)next_random(&state) >> (i % 20);
    void (*const ways[])(int *, int) = {insertion, shell, heap, quick, merge, radix};
    for (int w = 0; w < 6; ++w) {
        memcpy(work, input, sizeof work);
        ways[w](work, N);
        uint32_t sum = 0;
        int sorted = 1;
        for (int i = 0; i < N; ++i) {
            sum = mix(sum, (uint32_t)work[i]);
            if (i && work[i - 1] > work[i]) sorted = 0;
        }
        printf("%d %d %d %d ", w, sorted, work[0], work[N - 1]);
        show_hex("sum", sum);
    }
    return 0;
}
