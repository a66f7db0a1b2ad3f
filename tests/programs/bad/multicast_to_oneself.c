// run: --nodes 1
// expect-error: multicast to a node that no straight way leads to
// A single node has no ring.
#include <xnet.h>

static XNET_HANDLER void got(void) {}

int main(void) {
    (void)xnet_mcst0h(0, got);
    return 0;
}
