// flags: -Wno-implicit-fallthrough
//
// Duff's device (1983) and other jumps into the middle: switch into loops, goto in both directions.
#include "show.h"

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
        case 7: *to++ = *from++;
        case 6: *to++ = *from++;
        case 5: *to++ = *from++;
        case 4: *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--n > 0);
    }
}

// A generator by a switch on its last position (S. Tatham, Coroutines in C).
static int next(int *state, int *i, int *j) {
    switch (*state) {
    case 0:
        for (*i = 0; *i < 3; ++*i) {
            for (*j = *i; *j < 4; ++*j) {
                *state = 1;
                return *i * 10 + *j;
            case 1:;
            }
        }
        *state = 2;
    }
    return -1;
}

static int tangle(int n) {
    int steps = 0;
again:
    ++steps;
    if (n & 1) goto odd;
even:
    n /= 2;
    if (n == 0) goto done;
    if (steps % 5 == 4) goto odd;
    goto again;
odd:
    n += 3;
    if (steps > 40) goto done;
    if (n % 4 == 0) goto even;
    goto again;
done:
    return steps * 100 + n;
}

int main(void) {
    const char *text = "the quick brown fox jumps over the lazy dog, and again";
    char to[64];
    for (int n = 1; n < 50; n += 5) {
        memset(to, 0, sizeof to);
        copy(to, text, n);
        printf("%d %s\n", n, to);
    }
    int state = 0, i = 0, j = 0;
    for (int v; (v = next(&state, &i, &j)) >= 0;) printf("%d ", v);
    printf("\n");
    for (int k = 0; k < 30; ++k) printf("%d ", tangle(k));
    printf("\n");
    return 0;
}
