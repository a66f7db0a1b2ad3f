// run: --nodes 1
// flags: -T t1-kernel.ld -Wno-infinite-recursion
// status: 139
// expect-part: , below the main stack, which is used up, by the instruction at 0x0001
// expect-part: program ended
// Under the resident kernel the program's stacks have memory below them that is not mapped, too.
static volatile int depth;

static __attribute__((noinline)) int endless(int n) {
    volatile int frame[100];
    frame[n % 100] = n;
    ++depth;
    return endless(n + 1) + frame[n % 100];
}

int main(void) { return endless(0); }
