// run: --nodes 2
// expect-error: no code of the program: 0x00001000
// The message is valid for the network; the receiving node has no memory at that address.
#include <xnet.h>

int main(void) {
    if (xnet_node() == 0)
        XNET_UNTIL_SENT(xnet_send0(1, (void *)0x1000));
    else
        for (;;) __asm__ volatile("");
}
