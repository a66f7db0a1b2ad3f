// flags: -g -Wno-infinite-recursion
// expect-error: (endless
// expect-error: main_stack.c:
// expect-error: to memory below the main stack, which is used up:
static volatile int depth;

static __attribute__((noinline)) int endless(int n) {
    volatile int frame[100];
    frame[n % 100] = n;
    ++depth;
    return endless(n + 1) + frame[n % 100];
}

int main(void) { return endless(0); }
