// needs: setjmp.h
//
// setjmp and longjmp of the library: out of deep calls, again and again, values and volatile
// variables kept.
#include "show.h"

#include <setjmp.h>

static jmp_buf top, inner;
static void descend(int n) {
    if (n == 0) longjmp(top, 42);
    volatile int kept[10];
    kept[n % 10] = n;
    descend(n - 1);
}
static int attempt(int n) {
    switch (setjmp(inner)) {
    case 0:
        if (n > 2) longjmp(inner, n);
        return n;
    case 3: return 33;
    default: return -n;
    }
}

int main(void) {
    volatile int turns = 0;
    const int r = setjmp(top);
    printf("%d %d\n", r, turns);
    if (turns++ < 3) descend(turns * 10);
    for (int i = 0; i < 6; ++i) printf("%d ", attempt(i));
    printf("\n");
    if (setjmp(inner) == 0)
        longjmp(inner, 0);
    else
        printf("zero becomes one\n");
    volatile double d = 2.5;
    if (setjmp(top) == 0) {
        d *= 2;
        longjmp(top, 1);
    }
    show_double("d", d);
    return turns;
}
