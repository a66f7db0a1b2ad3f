// run: --nodes 1
// expect-error: trap
// The compiler checks the divisor: TEQ.
int main(void) {
    volatile int one = 1, zero = 0;
    return one / zero;
}
