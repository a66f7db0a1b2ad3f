// run: --nodes 2
// expect-error: deadlock: no node can make progress, and no message can move
// CSD-94-823 3.5 forbids this: a reply handler that sends until it succeeds. All nodes send more
// than they receive, and each waits for the next one to take a reply.
#include <xnet.h>

static XNET_LOW_HANDLER void again(void) {
    const unsigned next = (unsigned)((xnet_node() + 1) % xnet_nodes());
    XNET_UNTIL_SENT(xnet_send0h(next, (void *)again));
    XNET_UNTIL_SENT(xnet_send0h(next, (void *)again));
}

int main(void) {
    for (;;)
        XNET_UNTIL_SENT(xnet_send0h((unsigned)((xnet_node() + 1) % xnet_nodes()), (void *)again));
}
