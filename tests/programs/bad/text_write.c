// run: --nodes 1
// expect-error: overwritten
// What was stored over the program's own code is executed, and is no instruction.
static void __attribute__((noinline)) code(void) { __asm__ volatile(""); }

int main(void) {
    void (*volatile call)(void) = code;
    *(volatile int *)code = -1;
    call();
}
