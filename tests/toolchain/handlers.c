// Raw handlers, with and without frames, and code that sends: what debug information and unwind tables must describe.
#include <xnet.h>

volatile int sum, seen[64];
static int words[32];
void other(int *);

XNET_HANDLER void leaf(int v) { sum += v; }
XNET_HANDLER void five(int a, int b, int c, int d, int e) { sum = a + b * c - d / e; }
XNET_HANDLER void framed(int n) {
    int local[8];
    for (int i = 0; i < 8; ++i) local[i] = seen[(n + i) & 63];
    other(local);
    sum = local[n & 7];
}
__attribute__((noinline)) void other(int *v) {
    for (int i = 0; i < 8; ++i) v[i] += seen[i];
}
void active(int src, int v) { seen[src] = v; }

int main(void) {
    XNET_UNTIL_SENT(xnet_send1(0, (void *)leaf, 1));
    XNET_UNTIL_SENT(xnet_send5h(0, (void *)five, 1, 2, 3, 4, 5));
    XNET_UNTIL_SENT(xnet_send1(0, (void *)framed, 7));
    xnet_lwv(2, words);
    return sum;
}
