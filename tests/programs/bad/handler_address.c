// run: --nodes 2
// expect-error: handler
#include <xnet.h>

int main(void) { XNET_UNTIL_SENT(xnet_send0(1 - xnet_node(), (char *)main + 2)); }
