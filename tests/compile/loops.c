// Loops of every shape: counted up, down and by steps, with exits in the middle, nested with
// labels, unsigned wraps, reductions, recurrences and copies that overlap.
#include "show.h"

enum { N = 97 };
static int a[N], b[N], c[N][N];

int main(void) {
    for (int i = 0; i < N; ++i) a[i] = i * i % 31, b[N - 1 - i] = i ^ 0x2A;
    int dot = 0, least = 1 << 30, at = -1;
    for (int i = 0; i < N; ++i) dot += a[i] * b[i];
    for (int i = N; i-- > 0;)
        if (b[i] < least) least = b[i], at = i;
    printf("%d %d %d\n", dot, least, at);
    unsigned wraps = 0;
    for (unsigned char n = 5; n != 0; n = (unsigned char)(n + 7)) ++wraps;
    for (unsigned n = 0xFFFFFFF0u; n > 100; n += 3) ++wraps;
    printf("%u\n", wraps);
    int found = 0;
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) {
            c[i][j] = i * j % 17 - 8;
            if (c[i][j] * i == 301) {
                found = i * 1000 + j;
                goto out;
            }
            if (j > i) break;
            if ((i + j) % 3) continue;
            c[j][i] += j;
        }
    }
out:
    printf("%d\n", found);
    for (int i = 1; i < N; ++i) a[i] += a[i - 1] * 3 % 1001;
    for (int i = N - 2; i >= 0; i -= 2) b[i] = b[i + 1] - a[i];
    for (int i = 3; i < N; ++i) a[i] = a[i - 3] ^ b[i];
    uint32_t sum = 0;
    for (int i = 0; i < N; ++i) sum = mix(mix(sum, (uint32_t)a[i]), (uint32_t)b[i]);
    show_hex("sum", sum);
    memmove(a + 5, a, 80 * sizeof *a);
    memmove(b, b + 7, 80 * sizeof *b);
    int64_t total = 0;
    int n = 0;
    do {
        total += (int64_t)a[n] * b[N - 1 - n];
    } while (++n < N && total < 1000000000000);
    show64("total", (uint64_t)total);
    int evens = 0;
    for (int i = 0, j = N; i < j; i += 2, --j) evens += (i & j) != 0;
    int collatz = 0;
    for (unsigned s = 1; s < 100; ++s)
        for (unsigned v = s; v != 1; v = v & 1 ? 3 * v + 1 : v / 2) ++collatz;
    printf("%d %d\n", evens, collatz);
    return 0;
}
