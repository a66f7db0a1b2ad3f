// run: --nodes 1
// expect-error: BREAK
int main(void) { __asm__ volatile("break"); }
