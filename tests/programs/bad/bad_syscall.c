// run: --nodes 1
// expect-error: host service
int main(void) { __asm__ volatile("syscall 0x1f0ff"); }
