// run: --nodes 1
// expect-error: own instructions
int main(void) { *(volatile int *)main = 0; }
