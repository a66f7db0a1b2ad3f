// run: --nodes 1
// expect-error: overwritten
// The program executes a word stored over its own code, which is not an instruction.
static void __attribute__((noinline)) code(void) { __asm__ volatile(""); }

int main(void) {
    void (*volatile call)(void) = code;
    *(volatile int *)code = -1;
    call();
}
