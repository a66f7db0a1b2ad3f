// run: --nodes 16
// expect-error: multicast to a node that no straight way leads to
#include <xnet.h>

static XNET_HANDLER void got(void) {}

int main(void) {
    if (xnet_node() == 0) (void)xnet_mcst0(5, got);
    return 0;
}
