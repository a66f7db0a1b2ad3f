// run: --nodes 2 --max-cycles 100000
// expect-error: of message 0:1 from node 0, which carried the address 0x
// expect-error: : raw is 8 bytes behind it and has no entry there; a raw handler's address is its name, not AM_ENTRY
// The message executes the end of the preceding function.
#include <xnet.h>

__attribute__((noinline)) static void wait_for(volatile int *flag) {
    while (!*flag) {}
}

XNET_HANDLER void raw(int word) {
    (void)word;
    for (;;) __asm__ volatile("");
}

volatile int flag;

int main(void) {
    char *volatile at = (char *)raw; // else the linker detects it
    if (xnet_node() == 0) XNET_UNTIL_SENT(xnet_send1(1, at - 8, 5));
    wait_for(&flag);
}
