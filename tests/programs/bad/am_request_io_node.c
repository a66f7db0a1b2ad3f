// run: --nodes 2 --io-nodes 2
// flags: -g
// expect-error: (main+
// expect-error: am_request_io_node.c:13): message to a handler of this program, but to an I/O node, which runs another: node 3
// I/O nodes have the numbers behind the others.
#include <am.h>

static void handler(int src, int value) {
    (void)src;
    (void)value;
}

int main(void) { am_request_1(3, handler, 1); }
