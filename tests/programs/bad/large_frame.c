// expect-error: store to memory below the main stack, which is used up:
// One array that is larger than the stack: memory below is not overwritten.
static __attribute__((noinline)) int fill(int n) {
    volatile char large[4 << 20];
    for (int i = 0; i < n; ++i) large[i] = 1;
    return large[n / 2];
}

int main(void) { return fill(100); }
