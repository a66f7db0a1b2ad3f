// sentences: 3.9-1
// run: --nodes 1
// expect-error: no such hard-wired handler: 0xffff0000
// T1 has no hard-wired handlers, so a SEND to the first reserved address is an error and makes no
// message.
#include "conform.h"

int main(void) {
    const int sent = xnet_send0(0, (void *)0xFFFF0000);
    (void)sent;
    pass(1000);
    return 0;
}
