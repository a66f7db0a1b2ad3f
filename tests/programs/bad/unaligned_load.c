// run: --nodes 1
// expect-error: unaligned
static char bytes[8] __attribute__((aligned(4)));

int main(void) { return *(volatile int *)(bytes + 2); }
