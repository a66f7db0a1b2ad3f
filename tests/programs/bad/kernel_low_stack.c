// run: --nodes 1
// flags: -T t1-kernel.ld -Wno-infinite-recursion
// status: 139
// expect-part: , below the low handlers' stack, which is used up, by the instruction at 0x0001
// expect-part: program ended
// Under the resident kernel, too, unmapped memory is below the program's stacks.
#include "endless.h"

#include <am.h>

static void request(int src) {
    (void)src;
    depth = endless(0);
}

int main(void) {
    am_request_0(0, request);
    for (;;) am_poll();
}
