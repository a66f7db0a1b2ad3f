// run: --nodes 1
// expect-error: unaligned
static char bytes[8] __attribute__((aligned(4)));

int main(void) { *(volatile short *)(bytes + 1) = 1; }
