// run: --nodes 2
// expect-error: deadlock: no node gets on, and no message can move
// What CSD-94-823 3.5 forbids: a reply handler that sends until it succeeds. Both nodes do, more than comes, and
// each waits for the other to take a reply.
#include <xnet.h>

static XNET_HANDLER void again(void) {
    XNET_UNTIL_SENT(xnet_send0h(1 - xnet_node(), (void *)again));
    XNET_UNTIL_SENT(xnet_send0h(1 - xnet_node(), (void *)again));
}

int main(void) {
    for (;;) XNET_UNTIL_SENT(xnet_send0h(1 - xnet_node(), (void *)again));
}
